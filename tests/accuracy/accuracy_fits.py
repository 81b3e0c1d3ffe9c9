"""Reports of what ran and what did not, beside what the kernels say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accuracy_data import NAN, Row, figure, number, parameter, rows, shipped
from accuracy_figures import ENGINES, FABRIC, Shape, kept_b, training, working_memory

from rackwright.catalog import CatalogRow
from rackwright.quantities import architecture, memory


@dataclass(frozen=True, slots=True)
class Report:
    """One report: whether it ran, and whether we say that it fits."""

    name: str
    ran: bool
    fits: bool
    fill: float
    source: str
    entry: str
    note: str

    @property
    def right(self) -> bool:
        """Whether both agree."""
        return self.ran is self.fits


def met_throughout(found: Sequence[Report]) -> tuple[int, int]:
    """How many entries are judged right in every setting they report, and how many there are."""
    missed = {report.entry for report in found if not report.right}
    entries = {report.entry for report in found}
    return len(entries - missed), len(entries)


@dataclass(frozen=True, slots=True)
class Need:
    """What devices share out, what each holds besides, and what each more in a group."""

    sharded_gib: float
    floor_gib: float
    in_a_group_gib: float


def reports(table: str) -> list[Report]:
    """The reports of one table, judged."""
    return [_judged(row) for row in rows(table)]


def _judged(row: Row) -> Report:
    fill = _pool_fill(row) if row["work"] == "pool" else _device_fill(row)
    ran = row["runs"] == "yes"
    entry = f"{row['source']}, {row['entry']}" if row["entry"] else row["source"]
    return Report(row["name"], ran, fill <= 1, fill, row["source"], entry, row["note"])


def _model(row: Row) -> CatalogRow | None:
    return shipped("models", row["model"]) if row["model"] else None


def _pool_fill(row: Row) -> float:
    return _cache_gib(row, number(row, "sequences")) / number(row, "pool_gib")


def _device_fill(row: Row) -> float:
    need = _serving(row) if row["work"] == "serve" else _training(row)
    device = shipped("devices", row["device"]) if row["device"] else None
    found = memory.memory_fill(
        need.sharded_gib,
        need.floor_gib,
        _usable_gib(row, device),
        number(row, "devices"),
        need.in_a_group_gib + _buffers_gib(row, device),
    )
    return float(found)


def _usable_gib(row: Row, device: CatalogRow | None) -> float:
    held = number(row, "device_gib", figure(device, "device_memory_gib"))
    if row["work"] == "train":
        return float(memory.usable_memory_gib(held, parameter("training_memory_fraction")))
    of_engine = number(ENGINES[row["engine"]], "usable_fraction")
    return float(memory.usable_memory_gib(held, number(row, "usable_fraction", of_engine)))


def _buffers_gib(row: Row, device: CatalogRow | None) -> float:
    link = row["link"] or (device.text("link") if device else None)
    return parameter("fabric_buffers_gib") if link == FABRIC else 0.0


def _cache_gib(row: Row, sequences: float) -> float:
    model = _model(row)
    names = ("layers", "kv_heads", "head_dim", "kv_latent_dim")
    of_a_token = memory.kv_bytes_per_token(
        *(figure(model, name) for name in names), number(row, "kv_bytes")
    )
    window = figure(model, "sliding_window_tokens"), figure(model, "sliding_window_layers")
    tokens = number(row, "context_tokens")
    cache = memory.kv_cache_gib(of_a_token, figure(model, "layers"), tokens, sequences, *window)
    return float(cache)


def _serving(row: Row) -> Need:
    """Weights and the cache of the stated sequences, of one where the engine's limit applies."""
    model, engine = _model(row), ENGINES[row["engine"]]
    admitted = number(row, "sequences", number(engine, "sequences"))
    cache = _cache_gib(row, number(row, "sequences", 1.0)) if row["context_tokens"] else 0.0
    working = working_memory(engine, _shape(model), admitted, number(engine, "batched_tokens"))
    reserve = number(engine, "reserve_gib", parameter("runtime_reserve_gib"))
    shared = _weights_gib(row, model) + cache + working.shared_gib
    return Need(shared, working.of_each_gib + reserve, 0.0)


def _shape(model: CatalogRow | None) -> Shape:
    names = ("parameters_b", "layers", "hidden_size", "experts")
    parameters_b, layers, hidden, experts = (figure(model, name) for name in names)
    return Shape(
        hidden,
        figure(model, "vocabulary_size"),
        float(architecture.feed_forward_ratio(figure(model, "ffn_size"), hidden, experts)),
        figure(model, "experts_per_token"),
        float(architecture.expert_width(parameters_b, layers, hidden, experts)),
    )


def _weights_gib(row: Row, model: CatalogRow | None) -> float:
    size = number(row, "weight_bytes", NAN)
    kept = 0.0
    if row["precision"]:
        size = figure(shipped("precisions", row["precision"]), "weight_bytes")
        kept = kept_b(model, size) if model else 0.0
    parameters = number(row, "parameters_b", figure(model, "parameters_b"))
    return float(memory.weights_gib(parameters, size, kept))


def _training(row: Row) -> Need:
    needs = training(row, _model(row))
    floor = needs.activations_gib + parameter("runtime_reserve_gib")
    if needs.streamed:
        return Need(needs.state_gib, floor + needs.gathered_gib, 0.0)
    return Need(needs.state_gib, floor, needs.gathered_gib)
