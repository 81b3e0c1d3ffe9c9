"""What a workload asks for: requests, items, tokens, and how long someone waits."""

from __future__ import annotations

import numpy as np

from rackwright.measure.kinds import BATCH, TAKES_ITEMS
from rackwright.measure.machinery import Measure
from rackwright.quantities import items, sizing

DEMAND = (
    Measure(
        "requests_demanded",
        lambda requests, items_, run, hours: sizing.first_known(
            requests, items_, items.rate_of_a_run(run, hours)
        ),
        ("requests_per_second", "items_per_second", "batch_requests", "batch_hours"),
        ("requests_per_second_needed",),
    ),
    Measure(
        "items_demanded",
        lambda takes_items, items_, requests: sizing.choose_where(
            sizing.any_of(takes_items), sizing.first_known(items_, requests), np.nan
        ),
        (TAKES_ITEMS, "items_per_second", "requests_per_second_needed"),
        ("items_per_second_needed",),
    ),
    Measure(
        "tokens_demanded",
        lambda takes_items, tokens, requests, answer: sizing.choose_where(
            sizing.any_of(takes_items), np.nan, sizing.first_known(tokens, requests * answer)
        ),
        (TAKES_ITEMS, "output_tokens_per_second", "requests_per_second_needed", "answer_tokens"),
        ("tokens_per_second_needed",),
    ),
    Measure(
        "wait_that_counts",
        lambda batch, latency: sizing.choose_where(sizing.any_of(batch), np.nan, latency),
        (BATCH, "latency_ms"),
        ("latency_allowed_ms",),
        needs=("latency_ms",),
    ),
    Measure(
        "prompt_of_a_request",
        lambda context, answer: np.maximum(context - answer, context / 2),
        ("context_tokens", "answer_tokens"),
        ("prompt_tokens",),
        needs=("context_tokens",),
    ),
)
"""The demand as stated, in the unit of its kind of work."""
