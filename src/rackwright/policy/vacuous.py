"""Scenarios and steps that nothing could make fail, which are therefore no tests."""

from __future__ import annotations

from collections.abc import Collection

from rackwright.policy.mistakes import MistakeError
from rackwright.policy.phrases import ClaimError, Keyword
from rackwright.policy.scene import Scene
from rackwright.reasoning.placed import is_placed
from rackwright.rulebook.model import Attribute, Text

_NO_THEN = Text("the scenario expects nothing", "這個場景沒有預期任何結果")
_ADD_THEN = Text("add a step of `Then`", "請加上「那麼」的步驟")
_ADD_WHEN = Text(
    "add `When the plan is advised` and a step of `Then`", "請加上「當 取得建議」與「那麼」的步驟"
)
_NOT_ASKED = Text(
    "{label} of {subject} was not decided, since no device was chosen for it: no rule of that "
    "decision was asked, so none was silent",
    "尚未替 {subject} 選定裝置，因此沒有判斷「{label}」：該決策的規則都未評估，不能算是不成立",
)


def expecting_nothing(keywords: Collection[str]) -> MistakeError:
    """What to say of a scenario without a `Then`."""
    hint = _ADD_THEN if Keyword.WHEN in keywords else _ADD_WHEN
    return MistakeError("expects-nothing", _NO_THEN, hint)


def check_asked(scene: Scene, owner: str, attribute: Attribute) -> None:
    """The rules that conclude an attribute were evaluated for a subject.

    Raises
    ------
    ClaimError
        When they were not.
    """
    if not is_placed(scene.assessment, owner, attribute):
        label = attribute.label.in_language(scene.language)
        words = _NOT_ASKED.in_language(scene.language)
        raise ClaimError(words.replace("{label}", label).replace("{subject}", owner))
