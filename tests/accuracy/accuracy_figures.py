"""Published figures beside what the kernels say, with what ships as their input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from accuracy_data import NAN, Row, catalog, figure, flag, number, parameter, rows, seen, shipped

from rackwright.catalog import CatalogRow
from rackwright.quantities import (
    architecture,
    exchange,
    memory,
    money,
    power,
    room,
    serving_speed,
    training_memory,
    training_time,
)
from rackwright.quantities.arrays import Array

GIB_IN = {"GiB": 1.0, "GB": 1e9 / 2**30, "MiB": 1 / 1024}
"""GiB of one unit."""

FABRIC = "fabric"


@dataclass(frozen=True, slots=True)
class Figure:
    """One published number and ours."""

    name: str
    published: float
    found: float
    source: str
    basis: str = ""

    @property
    def off(self) -> float:
        """How far ours lies above the published one, as a share of it."""
        return self.found / self.published - 1


# ---------------------------------------------------------------- parameters, weights, cache


def counted_b(model: CatalogRow) -> float:
    """Billions of parameters that follow from the shape of a catalogue model."""
    attention, network = _of_a_layer(model)
    hidden, layers = figure(model, "hidden_size"), figure(model, "layers")
    dense = architecture.feed_forward_parameters(
        hidden, figure(model, "ffn_size"), flag(model, "gated_mlp")
    )
    decoder = architecture.parameter_count_b(
        layers,
        attention,
        network,
        model.number("dense_layers") or 0.0,
        dense,
        _embeddings_b(model),
    )
    positions = (model.number("learned_positions") or 0.0) * hidden / 1e9
    return float(decoder) + positions + _encoder_b(model, attention, network)


def _of_a_layer(model: CatalogRow) -> tuple[float, float]:
    hidden, heads = figure(model, "hidden_size"), figure(model, "attention_heads")
    if model.text("attention") == "mla":
        names = ("query_latent_dim", "key_latent_dim", "rotary_dim", "key_dim", "value_dim")
        latent = [figure(model, name) for name in names]
        attention = architecture.latent_attention_parameters(hidden, heads, *latent)
    else:
        attention = architecture.attention_parameters(
            hidden, heads, figure(model, "kv_heads"), figure(model, "head_dim")
        )
    return float(attention), _network(model, hidden)


def _network(model: CatalogRow, hidden: float) -> float:
    gated, experts = flag(model, "gated_mlp"), model.number("experts")
    if experts is None:
        ffn = figure(model, "ffn_size")
        return float(architecture.feed_forward_parameters(hidden, ffn, gated))
    one = architecture.feed_forward_parameters(hidden, figure(model, "expert_ffn_size"), gated)
    counted = experts + figure(model, "shared_experts")
    return float(architecture.mixture_parameters(hidden, one, experts, counted))


def _embeddings_b(model: CatalogRow) -> float:
    vocabulary = model.number("vocabulary_size") or 0.0
    hidden, tied = figure(model, "hidden_size"), flag(model, "tied_embeddings")
    return float(architecture.embedding_parameters_b(vocabulary, hidden, tied))


def _encoder_b(model: CatalogRow, attention: float, network: float) -> float:
    """Layers of an encoder, and the decoder's attention to them."""
    encoder = model.number("encoder_layers") or 0.0
    crossing = figure(model, "layers") * attention if encoder else 0.0
    return (encoder * (attention + network) + crossing) / 1e9


def parameters() -> list[Figure]:
    """Parameters counted from the shape, for every model that has one."""
    models = (m for m in catalog().tables["models"].values() if m.number("hidden_size"))
    return [
        Figure(m.name, figure(m, "parameters_b"), counted_b(m), m.source, "published")
        for m in models
    ]


def kept_b(model: CatalogRow | None, weight_bytes: float) -> float:
    """Billions of parameters that quantisation leaves in 16 bits."""
    embeddings = _embeddings_b(model) if model else NAN
    unquantised = figure(model, "unquantised_parameters_b")
    return float(memory.kept_parameters_b(weight_bytes, unquantised, embeddings))


def weights() -> list[Figure]:
    """Weights of published checkpoints and of engines that loaded them."""
    return [_weights(row) for row in rows("weights")]


def _weights(row: Row) -> Figure:
    model = shipped("models", row["model"])
    size = figure(shipped("precisions", row["precision"]), "weight_bytes")
    kept = 0.0 if row["basis"] == "table" else kept_b(model, size)
    found = float(memory.weights_gib(figure(model, "parameters_b"), size, kept))
    published = number(row, "published") * GIB_IN[row["unit"]]
    name = f"{model.name} {row['precision']}, {row['basis']}"
    return Figure(name, published, found, row["source"], row["basis"])


def caches() -> list[Figure]:
    """Cache of a token in 16 bits."""
    return [_cache(row) for row in rows("kv")]


def _cache(row: Row) -> Figure:
    model = shipped("models", row["model"])
    names = ("layers", "kv_heads", "head_dim", "kv_latent_dim")
    shape = [figure(model, name) for name in names]
    found = float(memory.kv_bytes_per_token(*shape, 2.0))
    return Figure(model.name, number(row, "kv_bytes_per_token"), found, row["source"])


# ---------------------------------------------------------------- serving and training memory


ENGINES = {row["id"]: row for row in rows("engines")}
"""What engines do by default."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What working memory of serving depends on in a model."""

    hidden: float
    vocabulary: float
    ratio: float
    experts_per_token: float
    expert_width: float


@dataclass(frozen=True, slots=True)
class Working:
    """Working memory of serving: of each device, and shared out among them."""

    of_each_gib: float
    shared_gib: float


def working_memory(engine: Row, shape: Shape, sequences: float, tokens: float) -> Working:
    """What one engine takes to work on one model."""
    keeps = engine["expert_room"] == "yes"
    width = shape.expert_width if keeps else NAN
    experts = memory.expert_workspace_gib(tokens, shape.hidden, shape.experts_per_token, width)
    of_each = memory.serving_activations_gib(
        shape.hidden,
        shape.vocabulary,
        sequences,
        tokens,
        parameter("fallback_activations_gib"),
        0.0 if experts > 0 else shape.ratio,
        number(engine, "logit_bytes", parameter("sampling_bytes_per_logit")),
    )
    return Working(float(of_each), float(experts))


def serving_activations() -> list[Figure]:
    """Working memory that vLLM profiled at its start."""
    return [_serving_activations(row) for row in rows("serving_activations")]


def _serving_activations(row: Row) -> Figure:
    hidden = number(row, "hidden_size")
    shape = Shape(
        hidden,
        number(row, "vocabulary_size"),
        number(row, "ffn_size") / hidden,
        number(row, "experts_per_token"),
        number(row, "expert_width"),
    )
    engine = ENGINES["vllm" if row["engine"].endswith("before 0.17") else "vllm_from_0_17"]
    taken = working_memory(engine, shape, number(row, "sequences"), number(row, "batched_tokens"))
    found = taken.of_each_gib + taken.shared_gib / number(row, "devices")
    return Figure(row["name"], number(row, "measured_gib"), found, row["source"], row["engine"])


METHODS = {row["id"]: row for row in rows("methods")}
"""Ways of training that the catalogue does not offer."""


def state_bytes(method: str) -> float:
    """Bytes of training state for a parameter."""
    known = METHODS.get(method)
    if known:
        return number(known, "state_bytes")
    return figure(shipped("training_methods", method), "state_bytes")


def quantised(method: str) -> float:
    """Whether the frozen weights are in 4 or 8 bits."""
    known = METHODS.get(method)
    return float(known["quantised"] == "yes" if known else method == "qlora")


def adapter_bytes(row: Row) -> float:
    """What adapters keep of each element that a linear layer reads; all have one unless stated."""
    known = METHODS.get(row["method"])
    trains_adapters = known["adapters"] == "yes" if known else row["method"] in ("lora", "qlora")
    everywhere = row.get("adapters") != "attention"
    return parameter("adapter_kept_bytes") if trains_adapters and everywhere else 0.0


def streamed(method: str) -> bool:
    """Whether weights wait in host memory and come to the device a layer at a time."""
    known = METHODS.get(method)
    return bool(known) and known["streamed"] == "yes"


@dataclass(frozen=True, slots=True)
class Training:
    """What a training run asks of a device."""

    state_gib: float
    activations_gib: float
    gathered_gib: float
    streamed: bool


def training(row: Row, model: CatalogRow | None) -> Training:
    """State of all devices, working memory of each, and layers gathered by each."""
    size = number(row, "parameters_b", figure(model, "parameters_b"))
    method = row["method"]
    kept = kept_b(model, 1.0) if quantised(method) else 0.0
    state = training_memory.training_state_gib(
        size, number(row, "state_bytes", state_bytes(method)), kept
    )
    layers = number(row, "layers", figure(model, "layers"))
    gathered = training_memory.gathered_layers_gib(number(row, "active_parameters_b", size), layers)
    working = _training_activations(row, model, layers)
    return Training(float(state), working, float(gathered), streamed(method))


def _training_activations(row: Row, model: CatalogRow | None, layers: float) -> float:
    gated = {"yes": 1.0, "no": 0.0}.get(row.get("gated") or "", flag(model, "gated_mlp"))
    found = training_memory.training_activations_gib(
        layers,
        number(row, "hidden_size", figure(model, "hidden_size")),
        number(row, "vocabulary_size", figure(model, "vocabulary_size")),
        number(row, "batch"),
        number(row, "sequence_tokens"),
        {"yes": 1.0, "no": 0.0}.get(row["checkpointing"], NAN),
        parameter("fallback_training_activations_gib"),
        _kept_by_a_layer(row, model, gated),
    )
    return float(found)


def _kept_by_a_layer(row: Row, model: CatalogRow | None, gated: float) -> float:
    ratio = architecture.feed_forward_ratio(
        figure(model, "ffn_size"), figure(model, "hidden_size"), figure(model, "experts")
    )
    kept = training_memory.layer_bytes_kept(
        gated, quantised(row["method"]), ratio, adapter_bytes(row)
    )
    return float(kept)


def memory_of_training() -> list[Figure]:
    """Memory of training and fine-tuning, of each device."""
    return [_training_memory(row) for row in rows("training_memory")]


def _training_memory(row: Row) -> Figure:
    model = shipped("models", row["model"]) if row["model"] else None
    needs, devices, parts = training(row, model), number(row, "devices"), row["parts"]
    found = needs.state_gib / devices if parts != "activations" else 0.0
    if "activations" in parts or parts == "all":
        found += needs.activations_gib
    if "gathered" in parts or (parts == "all" and (devices > 1 or needs.streamed)):
        found += needs.gathered_gib
    if parts == "all":
        found += parameter("runtime_reserve_gib")
    published = number(row, "published") * GIB_IN[row["unit"]]
    return Figure(row["name"], published, found, row["source"], row["basis"])


# ---------------------------------------------------------------- time


def training_hours(utilization: Callable[[], float]) -> list[Figure]:
    """Device hours of published training runs at one utilisation."""
    return [_training_hours(row, utilization()) for row in rows("training_runs")]


def _training_hours(row: Row, utilization: float) -> Figure:
    exaflop = training_time.training_exaflop(number(row, "parameters_b"), number(row, "tokens_b"))
    peak = figure(shipped("devices", row["device"]), "fp16_tflops")
    days = training_time.training_days(exaflop, 1.0, peak, utilization)
    return Figure(row["model"], number(row, "device_hours"), float(days) * 24, row["source"])


def as_planned() -> float:
    """The utilisation of training that is planned with."""
    return parameter("training_utilization")


def fastest() -> float:
    """The highest utilisation of training seen."""
    return seen("training_utilization")[1]


def slowest() -> float:
    """The lowest utilisation of training seen."""
    return seen("training_utilization")[0]


def generation() -> list[Figure]:
    """Tokens a second that were measured, and the bound on them."""
    return [_generation(row) for row in rows("generation")]


def _generation(row: Row) -> Figure:
    sequences, tokens = number(row, "sequences"), number(row, "context_tokens")
    cache = memory.kv_cache_gib(number(row, "kv_bytes_per_token"), NAN, tokens, sequences, NAN, NAN)
    bound = serving_speed.decode_tokens_per_second(
        number(row, "memory_bandwidth_gb_s"),
        number(row, "devices"),
        number(row, "weights_gib"),
        cache,
        sequences,
        number(row, "tflops"),
        number(row, "parameters_b"),
        parameter("bandwidth_efficiency"),
        parameter("compute_efficiency"),
        _exchanged(row),
    )
    return Figure(row["name"], number(row, "measured"), float(bound), row["source"])


def _exchanged(row: Row) -> Array:
    layers, linked = number(row, "layers"), number(row, "linked_devices")
    start = exchange.exchange_start_ms(layers, parameter("exchange_latency_ms"))
    near, far = (
        exchange.exchange_token_ms(
            layers, number(row, "hidden_size"), number(row, link), parameter("link_efficiency")
        )
        for link in ("link_gb_s", "network_gb_s")
    )
    devices, sequences = number(row, "devices"), number(row, "sequences")
    routed = exchange.routed_like_sums(number(row, "experts_per_token"))
    return exchange.exchange_step_ms(devices, sequences, start, near, far, linked, routed)


def prompts() -> list[Figure]:
    """Prompt tokens a second that were measured, and the most that a device could read."""
    return [_prompts(row) for row in rows("prompts")]


def _prompts(row: Row) -> Figure:
    at_best = seen("prefill_efficiency")[1]
    seconds = serving_speed.prefill_seconds(
        1.0, number(row, "parameters_b"), 1.0, number(row, "tflops"), at_best
    )
    return Figure(
        row["name"], number(row, "measured_tokens_per_second"), 1 / float(seconds), row["source"]
    )


# ---------------------------------------------------------------- power


def overheads(link: str | None) -> tuple[float, float]:
    """Power of the host and overhead of the boards, by how the devices are joined."""
    if link == FABRIC:
        return parameter("fabric_host_power_kw"), parameter("fabric_board_overhead")
    return parameter("host_power_kw"), parameter("board_overhead")


def _rated(row: Row) -> float:
    device, devices = shipped("devices", row["device"]), number(row, "devices")
    found = power.rated_power_kw(
        devices,
        min(devices, figure(device, "devices_per_server")),
        figure(device, "server_power_kw"),
        figure(device, "device_power_w"),
        *overheads(device.text("link")),
    )
    return float(found)


def rated_power() -> list[Figure]:
    """Rated power of servers as the advice counts it: the vendor's rating where there is one."""
    return [
        Figure(row["name"], number(row, "rated_kw"), _rated(row), row["source"])
        for row in rows("servers")
        if row["rated_kw"]
    ]


def estimated_power() -> list[Figure]:
    """Rated power of servers by the estimate alone, as if no vendor had rated them."""
    return [
        Figure(
            row["name"],
            number(row, "rated_kw"),
            float(
                power.rated_power_kw(
                    number(row, "devices"),
                    number(row, "devices"),
                    NAN,
                    number(row, "device_power_w"),
                    *overheads(row["form"]),
                )
            ),
            row["source"],
        )
        for row in rows("blind_servers")
    ]


def typical_power() -> list[Figure]:
    """What servers draw at work."""
    load = parameter("load_fraction")
    return [
        Figure(
            row["name"],
            number(row, "typical_kw"),
            float(power.typical_power_kw(number(row, "rated_kw", _rated(row)), load)),
            row["source"],
        )
        for row in rows("servers")
        if row["typical_kw"]
    ]


def circuits() -> list[Figure]:
    """What circuits carry for hours."""
    fraction = parameter("continuous_load_fraction")
    return [
        Figure(
            f"{row['amps']} A, {row['volts']} V, {row['phases']} phases",
            number(row, "lasting_kva"),
            float(
                room.circuit_capacity_kw(
                    number(row, "amps"),
                    number(row, "volts"),
                    number(row, "phases"),
                    1.0,
                    0.0,
                    fraction,
                )
            ),
            row["source"],
        )
        for row in rows("circuits")
    ]


def costs() -> list[Figure]:
    """Totals of the reference case, and what they come to in a month."""
    return [figure_ for row in rows("costs") for figure_ in _costs(row)]


ITEMS = ("compute", "power", "network_and_storage", "staff", "licences")


def _costs(row: Row) -> list[Figure]:
    total = money.total_cost(*(number(row, item) for item in ITEMS))
    monthly = money.per_month(total, number(row, "months"))
    name, source = row["name"], row["source"]
    return [
        Figure(f"{name}, total", number(row, "published_total"), float(total), source),
        Figure(f"{name}, a month", number(row, "published_month"), float(monthly), source),
    ]


def formats() -> list[tuple[Row, bool]]:
    """Reports on number formats, and whether the catalogue agrees with each."""
    return [(row, _supports(row) is (row["supported"] == "yes")) for row in rows("formats")]


def _supports(row: Row) -> bool:
    supported = shipped("devices", row["device"]).members("supported_precisions") or ()
    return row["precision"] in supported


def median_off(figures: list[Figure]) -> float:
    """The median of how far off figures are, whatever the direction."""
    return float(np.median([abs(one.off) for one in figures]))


def worst(figures: list[Figure]) -> Figure:
    """The figure that is furthest off."""
    return max(figures, key=lambda one: abs(one.off))
