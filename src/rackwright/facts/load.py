"""Plans from files, text and data; whatever is wrong with one is a `PlanError`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, NoReturn

from rackwright.errors import PlanError, Problem
from rackwright.facts.check import plan_or_findings
from rackwright.facts.document import Document, read_document
from rackwright.facts.findings import plan_error
from rackwright.facts.plan import Plan
from rackwright.facts.tree import Pruner
from rackwright.facts.values import described, printable, quoted

MAX_BYTES = 1_000_000
"""The longest text of a plan, in bytes."""


def load_plan(source: str | Path | IO[str] | IO[bytes]) -> Plan:
    """The plan in a file or an open stream, YAML or JSON by what it holds.

    A text is the name of a file. Raises `PlanError` with every problem of the plan, or with the
    one that keeps it from being read.
    """
    if isinstance(source, str | Path):
        where = printable(str(source))
        return parse_plan(_decoded(_read_file(Path(source), where), where), where)
    where = printable(str(getattr(source, "name", "plan")))
    return parse_plan(_decoded(_read_stream(source, where), where), where)


def parse_plan(text: str, where: str = "plan") -> Plan:
    """The plan that a text states; `where` names the text in problems."""
    text = text.removeprefix("\ufeff")
    _check_text(text, where)
    document = read_document(text, where)
    if document.data is None:
        _refuse("empty-plan", "the plan is empty", where, "it needs at least `workloads`")
    return _plan(document, where)


def plan_from_dict(data: Mapping[str, Any], where: str = "plan") -> Plan:
    """The plan that plain data states, as read from JSON or made by a program."""
    return _plan(Document(data), where)


def sound_plan(plan: Plan, where: str = "plan") -> Plan:
    """The plan itself, checked again; `PlanError` when it was made past the checks and is none."""
    found = plan_or_findings(plan)
    if isinstance(found, Plan):
        return found
    raise plan_error(found, where)


def _plan(document: Document, where: str) -> Plan:
    pruner = Pruner(where)
    data = pruner.plain(document.data)
    if not isinstance(data, dict):
        _refuse(
            "not-a-mapping", f"a plan must be a mapping of fields, not {described(data)}", where
        )
    findings = document.findings + pruner.findings
    plan = plan_or_findings(data)
    if isinstance(plan, Plan) and not findings:
        return plan
    known = {finding.path for finding in findings}
    more = [] if isinstance(plan, Plan) else [found for found in plan if found.path not in known]
    raise plan_error([*findings, *more], where, document.lines)


def _refuse(code: str, message: str, where: str, hint: str = "") -> NoReturn:
    raise PlanError(Problem(code, message, where, hint))


def _check_text(text: str, where: str) -> None:
    if len(text) > MAX_BYTES or len(_encoded(text, where)) > MAX_BYTES:
        _too_large(where)
    if "\0" in text:
        _refuse("not-text", "the file holds a NUL character, so it is not a text", where)
    if not text.strip():
        _refuse("empty-plan", "the plan is empty", where, "it needs at least `workloads`")


def _encoded(text: str, where: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        _not_utf8(where, error)


def _too_large(where: str) -> NoReturn:
    hint = "split it into several plans"
    _refuse("too-large", f"a plan may be at most {MAX_BYTES // 10**6} MB long", where, hint)


def _read_file(path: Path, where: str) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        _refuse("no-such-file", f"there is no file {quoted(where)}", where)
    except IsADirectoryError:
        _refuse("is-a-directory", f"{quoted(where)} is a directory", where, "name a file in it")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not valid"
        _refuse("unreadable-file", f"{quoted(where)} cannot be read: {reason.lower()}", where)


def _read_stream(stream: IO[str] | IO[bytes], where: str) -> str | bytes:
    try:
        return stream.read(MAX_BYTES + 1)
    except UnicodeDecodeError as error:
        _not_utf8(where, error)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is closed"
        _refuse("unreadable-file", f"{quoted(where)} cannot be read: {reason.lower()}", where)


def _decoded(content: str | bytes, where: str) -> str:
    if len(content) > MAX_BYTES:
        _too_large(where)
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        _not_utf8(where, error)


def _not_utf8(where: str, error: UnicodeError) -> NoReturn:
    at = getattr(error, "start", 0)
    message = f"the file is not UTF-8 text: it breaks at position {at}"
    _refuse("not-utf8", message, where, "save it as UTF-8")
