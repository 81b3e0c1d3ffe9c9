"""Money kernels against the reference case and worked examples; sums are exact to the cent."""

from __future__ import annotations

import numpy as np
import pytest

from rackwright.quantities import money

NAN = float("nan")

OWN = (3_200_000.0, 720_000.0, 400_000.0, 1_800_000.0, 300_000.0)
AZURE = (6_480_000.0, 0.0, 1_200_000.0, 600_000.0, 0.0)
AWS = (5_940_000.0, 0.0, 1_080_000.0, 600_000.0, 0.0)


class TestReferenceCase:
    """Four A100 80GB over three years in NT$."""

    @pytest.mark.parametrize(
        ("items", "total", "monthly"),
        [
            (OWN, 6_420_000, 178_333),
            (AZURE, 8_280_000, 230_000),
            (AWS, 7_620_000, 211_667),
        ],
    )
    def test_items_add_up_to_the_totals_and_months(
        self, items: tuple[float, ...], total: float, monthly: float
    ) -> None:
        found = money.total_cost(*items)
        assert found.item() == total
        assert round(money.per_month(found, 36.0).item()) == monthly

    @pytest.mark.parametrize(("rented", "break_even"), [(AZURE, 0.713), (AWS, 0.798)])
    def test_owning_breaks_even_at_the_utilization_by_hand(
        self, rented: tuple[float, ...], break_even: float
    ) -> None:
        found = money.break_even_utilization(
            money.total_cost(*OWN), money.total_cost(*rented), rented[0]
        )
        assert round(found.item(), 3) == break_even

    def test_rent_at_break_even_costs_as_much_as_owning(self) -> None:
        own, azure = money.total_cost(*OWN), money.total_cost(*AZURE)
        used = money.break_even_utilization(own, azure, AZURE[0])
        rented = money.total_cost(money.share_cost(AZURE[0], used), *AZURE[1:])
        assert rented.item() == own.item()

    def test_items_come_out_of_the_parameters_they_gave_rise_to(self) -> None:
        hardware = money.purchase_cost(450_000.0, 4.0, 1.7777777777777777)
        assert hardware.item() == OWN[0]
        assert money.share_cost(hardware, 0.125).item() == OWN[2]
        assert money.monthly_times(50_000.0, 36.0).item() == OWN[3]
        assert money.monthly_times(2_083.3333333333335 * 4, 36.0).item() == OWN[4]
        assert money.monthly_times(16_666.666666666668, 36.0).item() == AZURE[3]

    def test_cloud_network_and_storage_are_within_two_percent(self) -> None:
        found = money.share_cost(np.array([AZURE[0], AWS[0]]), 0.183)
        np.testing.assert_allclose(found, [AZURE[2], AWS[2]], rtol=0.02)


class TestSums:
    def test_dimes_add_up(self) -> None:
        assert money.total_cost(*[0.1] * 10).item() == 1.0

    def test_unknown_item_makes_the_total_unknown(self) -> None:
        found = money.total_cost(np.array([1.0, 2.0]), np.array([NAN, 3.0]))
        np.testing.assert_array_equal(found, [NAN, 5.0])

    def test_no_items_cost_nothing(self) -> None:
        assert money.total_cost().item() == 0

    def test_amounts_are_rounded_to_the_cent(self) -> None:
        assert money.round_money(2 / 3).item() == 0.67


class TestEnergyAndRent:
    def test_device_hour_costs_the_published_energy(self) -> None:
        # 50 USD a MWh, 10.2 kW, PUE 1.2, eight devices: 0.0765 USD an hour
        year = money.energy_cost(10.2, 1.0, 1.2, 0.05, 8_760.0).item()
        assert year / 8_760 / 8 == pytest.approx(0.0765, abs=1e-6)

    def test_cluster_of_1024_takes_the_recomputed_energy_not_the_printed_one(self) -> None:
        # tensorsmesh.com prints 200,000 to 250,000 USD a month; its own inputs make 124,000
        month = money.energy_cost(128 * 10.2, 1.0, 1.3, 0.10, 730.0)
        assert month.item() == pytest.approx(124_000, rel=0.002)

    def test_energy_follows_the_average_load(self) -> None:
        full, part = money.energy_cost(10.2, np.array([1.0, 0.7]), 1.5, 4.0, 730.0)
        assert (full, part) == (44_676.0, 31_273.2)

    def test_rent_follows_the_hours_used(self) -> None:
        full, half = money.rent_cost(6.88, 8.0, 730.0, np.array([1.0, 0.5]))
        assert full == 40_179.2
        assert half == 20_089.6


class TestBreakEven:
    def test_lenovo_server_breaks_even_after_the_published_hours(self) -> None:
        # Lenovo LP2225: 8,556 hours at 98.32 USD for a server of about 833,000 USD. Its power is
        # left out here, which brings the break-even forward by one percent.
        months = money.break_even_months(833_000.0, 0.0, 98.32 * 730).item()
        assert months * 730 == pytest.approx(8_556, rel=0.012)

    @pytest.mark.parametrize("rented_monthly", [1_000.0, 900.0])
    def test_owning_that_saves_nothing_never_pays(self, rented_monthly: float) -> None:
        assert np.isnan(money.break_even_months(50_000.0, 1_000.0, rented_monthly))

    def test_small_saving_pays_late(self) -> None:
        assert money.break_even_months(100.0, 10.0, 10.5).item() == 200

    def test_nothing_paid_up_front_pays_at_once(self) -> None:
        assert money.break_even_months(0.0, 1_000.0, 1_100.0).item() == 0

    def test_break_even_above_one_means_renting_is_cheaper_at_any_use(self) -> None:
        own, rented, compute = 2_000.0, 1_000.0, 800.0
        assert money.break_even_utilization(own, rented, compute).item() > 1

    def test_break_even_below_zero_means_owning_is_cheaper_unused(self) -> None:
        own, rented, compute = 100.0, 1_000.0, 800.0
        assert money.break_even_utilization(own, rented, compute).item() < 0

    def test_rent_without_hourly_part_has_no_break_even(self) -> None:
        assert np.isnan(money.break_even_utilization(100.0, 1_000.0, 0.0))

    def test_purchase_spread_over_the_months_of_the_reference_case(self) -> None:
        running = money.per_month(money.total_cost(720_000.0, 1_800_000.0, 300_000.0), 36.0)
        assert money.amortized_monthly(3_600_000.0, 36.0, running).item() == 178_333.33


class TestCurrencies:
    def test_dollars_become_new_taiwan_dollars_and_back(self) -> None:
        assert money.converted(30_000.0, 1.0, 0.0, 32.0).item() == 960_000
        assert money.converted(85_000.0, 0.0, 1.0, 32.0).item() == 2_656.25

    def test_same_currency_needs_no_rate(self) -> None:
        assert money.converted(5.0, np.array([0.0, 1.0]), np.array([0.0, 1.0]), NAN).tolist() == [
            5,
            5,
        ]

    def test_unknown_currency_is_unknown(self) -> None:
        assert np.isnan(money.converted(5.0, NAN, NAN, 32.0))
