"""What the chosen option asks of everything around it: host memory, cores, storage, network."""

from __future__ import annotations

import numpy as np

from rackwright.frames import Frame
from rackwright.measure.kinds import MEDIA, PROCESSOR, TRAINS
from rackwright.measure.machinery import Measure, measure
from rackwright.measure.margins import margin
from rackwright.quantities import copies, host, network, sizing, storage
from rackwright.rulebook.model import Rulebook

MEASURES = (
    margin(
        "devices_beyond_one_server",
        "devices_per_copy",
        "devices_per_server",
        "devices_beyond_one_server",
    ),
    Measure(
        "free_slots",
        lambda servers, per_server, devices: servers * per_server - devices,
        ("servers_needed", "devices_per_server", "devices_needed"),
        ("free_slots",),
    ),
    *(
        Measure(
            f"exchange_over_{link}",
            network.exchange_seconds,
            ("gradient_gib", "servers_needed", f"{link}_gbit_s"),
            (f"exchange_{link}_s",),
            needs=("gradient_gib",),
        )
        for link in ("ethernet", "infiniband")
    ),
    Measure(
        "network_between_machines",
        lambda servers, trains, most: np.where((servers > 1) & (trains == 1), most, np.nan),
        ("servers_needed", TRAINS, "ethernet_gbit_s"),
        ("network_need_gbit_s",),
    ),
    Measure(
        "devices_in_a_server",
        copies.devices_of_fullest_server,
        ("copies", "devices_per_copy", "devices_needed", "servers_needed"),
        ("devices_in_a_server",),
    ),
    Measure(
        "host_memory",
        lambda memory, devices, cpu, ratio, kept: host.host_memory_gib(
            sizing.choose_where(cpu, 0.0, memory), devices, ratio, kept
        ),
        (
            "device_memory_gib",
            "devices_in_a_server",
            PROCESSOR,
            "host_memory_ratio",
            "host_data_gib",
        ),
        ("host_memory_need_gib",),
    ),
    Measure(
        "cores_that_feed_the_devices",
        lambda devices, cpu, media, many, few, system: sizing.choose_where(
            cpu,
            float("nan"),
            host.processor_cores(
                devices, sizing.choose_where(sizing.any_of(media), many, few), system
            ),
        ),
        (
            "devices_in_a_server",
            PROCESSOR,
            MEDIA,
            "media_loader_processes",
            "text_loader_processes",
            "system_cores",
        ),
        ("processor_cores_need",),
    ),
    Measure("days_of_the_run", np.fmin, ("target_days", "training_days"), ("run_days",)),
    Measure(
        "reading_of_the_data_in_the_run",
        lambda trains, cpu, size, days, media, more, less: sizing.choose_where(
            trains * (1.0 - cpu),
            storage.gb_per_second_of_a_run(
                size, days, sizing.choose_where(sizing.any_of(media), more, less)
            ),
            np.nan,
        ),
        (
            TRAINS,
            PROCESSOR,
            "dataset_gb",
            "run_days",
            MEDIA,
            "media_data_read_times",
            "text_data_read_times",
        ),
        ("dataset_read_gb_s",),
        needs=("dataset_gb", "run_days"),
    ),
    Measure(
        "reading_for_training_or_loading",
        lambda trains, cpu, known, devices, full, media, more, less, weights, seconds: (
            sizing.choose_where(
                trains * (1.0 - cpu),
                sizing.first_known(
                    known,
                    sizing.choose_where(sizing.any_of(media), more, less)
                    * sizing.ratio(devices, full),
                ),
                storage.gb_per_second(weights, seconds),
            )
        ),
        (
            TRAINS,
            PROCESSOR,
            "dataset_read_gb_s",
            "devices_needed",
            "full_server_devices",
            MEDIA,
            "media_read_per_server_gb_s",
            "text_read_per_server_gb_s",
            "weights_gib",
            "model_load_seconds",
        ),
        ("storage_read_need_gb_s",),
    ),
    Measure(
        "writing_checkpoints",
        storage.gb_per_second,
        ("checkpoint_gib", "checkpoint_write_seconds"),
        ("storage_write_need_gb_s",),
        needs=("checkpoint_gib",),
    ),
    *(
        margin(f"{name}_margin", has, needs, left)
        for name, has, needs, left in (
            ("memory", "host_memory_gib", "host_memory_need_gib", "host_memory_margin_gib"),
            ("cores", "processor_cores", "processor_cores_need", "processor_cores_margin"),
            ("read", "storage_read_gb_s", "storage_read_need_gb_s", "storage_read_margin_gb_s"),
            ("write", "storage_write_gb_s", "storage_write_need_gb_s", "storage_write_margin_gb_s"),
            ("network", "network_gbit_s", "network_need_gbit_s", "network_margin_gbit_s"),
        )
    ),
)


def measure_environment(workloads: Frame, rulebook: Rulebook) -> None:
    """Fill what the rules about balance, storage and network read."""
    measure(workloads, MEASURES, rulebook)
