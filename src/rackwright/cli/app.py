"""The command line as a whole: its commands, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from rackwright.cli.advising import advise, what_if, why, why_not_
from rackwright.cli.batching import batch
from rackwright.cli.comparing import compare
from rackwright.cli.knowing import catalog, check, rules, schema
from rackwright.cli.listing import parameters, sources, vocabulary
from rackwright.cli.output import emit, note, prepare_streams, report_problems
from rackwright.cli.testing import hold
from rackwright.errors import Problem, RackwrightError

FAILURE = 1
UNUSABLE = 3
INTERRUPTED = 130

_USAGE_ERROR: type[Exception] = typer.BadParameter.__bases__[0]
"""The base of every error about arguments, whichever package typer takes it from."""


class Commands(TyperGroup):
    """The group of all commands, with our exit codes and one line for each problem."""

    def main(self, *args: Any, standalone_mode: bool = True, **kwargs: Any) -> Any:
        """Run a command; exits with its code when standalone, else returns the code."""
        prepare_streams()
        code = self._run(*args, **kwargs)
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(self, *args: Any, **kwargs: Any) -> int:
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
        except RackwrightError as error:
            return _known(error)
        except _USAGE_ERROR as error:
            report_problems(_usage_problems(error))
            return UNUSABLE
        except (KeyboardInterrupt, typer.Abort):
            return INTERRUPTED
        except Exception as error:
            return _unexpected(error)
        return code if isinstance(code, int) else 0


def _known(error: RackwrightError) -> int:
    if error.exit_code == FAILURE and _debugging():
        raise error
    report_problems(error.problems)
    return error.exit_code


def _usage_problems(error: Exception) -> Iterator[Problem]:
    said = getattr(error, "format_message", lambda: str(error))()
    message = " ".join(str(said).split()).rstrip(".")
    if message:  # none when help was shown because nothing was asked for
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "rackwright"
        message = message[:1].lower() + message[1:]
        yield Problem("usage", message, "", f"see `{command} --help`")


def _unexpected(error: Exception) -> int:
    if _debugging():
        raise error
    name = type(error).__name__
    note(f"internal error: {name} [internal] (run again with RACKWRIGHT_DEBUG=1 to see where)")
    return FAILURE


def _debugging() -> bool:
    return os.environ.get("RACKWRIGHT_DEBUG", "") not in ("", "0")


app = typer.Typer(
    cls=Commands,
    name="rackwright",
    help="Recommends AI compute infrastructure, and says why.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            emit(f"rackwright {version('rackwright')}")
        except PackageNotFoundError:
            emit("rackwright, not installed")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_show_version, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Recommends AI compute infrastructure, and says why."""


app.command("advise")(advise)
app.command("why")(why)
app.command("why-not")(why_not_)
app.command("what-if")(what_if)
app.command("compare")(compare)
app.command("batch")(batch)
app.command("check")(check)
app.command("test")(hold)
app.command("rules")(rules)
app.command("vocabulary")(vocabulary)
app.command("parameters")(parameters)
app.command("sources")(sources)
app.command("catalog")(catalog)
app.command("schema")(schema)


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    app(args=args)
