"""Parameters that follow from a shape, against published counts and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.quantities import architecture

NAN = float("nan")


def close(found: object, published: float, off: float) -> None:
    np.testing.assert_allclose(np.asarray(found), published, rtol=off)


class TestLayers:
    def test_grouped_queries_spare_keys_and_values_only(self) -> None:
        full = architecture.attention_parameters(4096.0, 32.0, 32.0, 128.0).item()
        grouped = architecture.attention_parameters(4096.0, 32.0, 8.0, 128.0).item()
        assert full == 4 * 4096**2
        assert grouped == 2 * 4096**2 + 2 * 4096 * 1024

    def test_gate_is_a_third_matrix(self) -> None:
        plain, gated = architecture.feed_forward_parameters(10.0, 30.0, np.array([0.0, 1.0]))
        assert (plain, gated) == (600, 900)

    def test_experts_at_rest_count_among_all_and_not_among_those_at_work(self) -> None:
        # gpt-oss card: 114.71 billion in 36 layers of 128 experts, 4 at work
        expert = architecture.feed_forward_parameters(2880.0, 2880.0, 1.0)
        every, working = architecture.mixture_parameters(
            2880.0, expert, 128.0, np.array([128.0, 4.0])
        )
        close(36 * every / 1e9, 114.71, 0.001)
        assert working < every / 30

    @pytest.mark.parametrize(
        ("name", "parameters_b", "layers", "hidden", "experts", "published", "off"),
        [
            ("Mixtral 8x7B", 46.7, 32, 4096, 8, 14336, 0.04),
            ("Qwen3 30B-A3B", 30.53, 48, 2048, 128, 768, 0.06),
            ("Qwen3 235B-A22B", 235.09, 94, 4096, 128, 1536, 0.04),
            ("gpt-oss-120b", 116.83, 36, 2880, 128, 2880, 0.03),
            ("gpt-oss-20b", 20.91, 24, 2880, 32, 2880, 0.10),
            ("DeepSeek-V3", 671.0, 61, 7168, 256, 2048, 0.03),
            ("Llama 4 Scout", 109.0, 48, 5120, 16, 8192, 0.14),  # a shared expert counts along
        ],
    )
    def test_width_of_an_expert_follows_from_what_the_model_weighs(
        self,
        name: str,
        parameters_b: float,
        layers: float,
        hidden: float,
        experts: float,
        published: float,
        off: float,
    ) -> None:
        close(architecture.expert_width(parameters_b, layers, hidden, experts), published, off)

    def test_dense_model_has_no_experts_and_a_mixture_no_single_network(self) -> None:
        assert np.isnan(architecture.expert_width(8.03, 32.0, 4096.0, NAN))
        ratio = architecture.feed_forward_ratio(14_336.0, 4096.0, np.array([NAN, 8.0]))
        np.testing.assert_array_equal(ratio, [3.5, NAN])

    def test_tied_embeddings_count_once_and_unknown_ones_twice(self) -> None:
        tied, untied, unknown = architecture.embedding_parameters_b(
            128_256.0, 2048.0, np.array([1.0, 0.0, NAN])
        )
        assert untied == unknown == 2 * tied


class TestWholeModels:
    @pytest.mark.parametrize(
        ("name", "dense_layers", "latent", "heads", "experts", "published_b"),
        [
            ("DeepSeek-V3", 3, 512, 128, 256, 671.0),
            ("Kimi K2", 1, 512, 64, 384, 1026.0),  # parameters listed with its files
        ],
    )
    def test_latent_attention_shared_experts_and_dense_layers_add_up(
        self,
        name: str,
        dense_layers: float,
        latent: float,
        heads: float,
        experts: float,
        published_b: float,
    ) -> None:
        vocabulary = {"DeepSeek-V3": 129_280.0, "Kimi K2": 163_840.0}[name]
        attention = architecture.latent_attention_parameters(
            7168.0, heads, 1536.0, latent, 64.0, 128.0, 128.0
        )
        expert = architecture.feed_forward_parameters(7168.0, 2048.0, 1.0)
        found = architecture.parameter_count_b(
            61.0,
            attention,
            architecture.mixture_parameters(7168.0, expert, experts, experts + 1),
            dense_layers,
            architecture.feed_forward_parameters(7168.0, 18_432.0, 1.0),
            architecture.embedding_parameters_b(vocabulary, 7168.0, 0.0),
        )
        close(found, published_b, 0.001)

    def test_dense_network_is_not_asked_for_where_every_layer_has_experts(self) -> None:
        assert architecture.parameter_count_b(2.0, 1e9, 2e9, 0.0, NAN, 1.0).item() == 7.0
        assert np.isnan(architecture.parameter_count_b(2.0, 1e9, 2e9, 1.0, NAN, 1.0))
