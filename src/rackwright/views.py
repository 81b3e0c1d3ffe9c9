"""What users hold of the plan and of each workload: values by name, conclusions, options, costs."""

from __future__ import annotations

from rackwright.reading import Offer, Option, Reading, Reason, Ruling
from rackwright.reasoning.naming import seen_by
from rackwright.records import Value


class SubjectView:
    """What was concluded about the plan or one workload."""

    def __init__(self, reading: Reading, subject: str) -> None:
        self._reading = reading
        self.id = subject

    def __getitem__(self, attribute: str) -> Value | None:
        """The value of an attribute; None when it is not known.

        A workload has what was chosen for it too, such as its `device`.

        Raises
        ------
        UsageError
            When there is no such attribute, or it is about something else.
        """
        seen_by(self._reading.assessment, self.id, attribute)
        return self._reading.assessment.value(self.id, attribute)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    @property
    def conclusions(self) -> tuple[Ruling, ...]:
        """What the rules concluded, in order of reasoning."""
        return self._reading.conclusions(self.id)

    @property
    def warnings(self) -> tuple[Reason, ...]:
        """What to beware of, in order of rank."""
        return self._reading.warnings(self.id)

    @property
    def assumptions(self) -> tuple[Ruling, ...]:
        """What was assumed because it was not stated."""
        return self._reading.assumptions(self.id)


class WorkloadView(SubjectView):
    """What was concluded about one workload."""

    @property
    def chosen(self) -> Option | None:
        """The option recommended; None when none is allowed."""
        return self._reading.chosen(self.id)

    @property
    def options(self) -> tuple[Option, ...]:
        """Every device considered: the allowed ones, best first, then the others."""
        return self._reading.options(self.id)

    @property
    def costs(self) -> tuple[Offer, ...]:
        """Every way to pay, item by item."""
        return self._reading.costs(self.id)
