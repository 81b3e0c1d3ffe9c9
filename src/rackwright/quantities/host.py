"""Kernels for the host beside the accelerators: its memory, its cores, what it keeps in memory."""

from __future__ import annotations

from rackwright.quantities.arrays import Array, Numbers, as_arrays, known_or_zero
from rackwright.units import GB, GIB

MILLION = 10**6
BYTES_PER_ELEMENT = 4
"""A vector element in single precision, or the number of a neighbour."""


def vector_index_gib(vectors_m: Numbers, dimensions: Numbers, links: Numbers) -> Array:
    """Memory of a graph index over vectors.

    Parameters
    ----------
    vectors_m : (n,), million vectors
        Vectors in the index.
    dimensions : (n,), elements
        Elements of one vector.
    links : (n,), links
        Neighbours that a vector keeps on a layer.

    Returns
    -------
    index : (n,), GiB
        NaN where anything is unknown.

    Notes
    -----
    ``vectors_m * 1e6 * (dimensions * 4 + links * 2 * 4) / 2**30``: HNSW over vectors in single
    precision. Compressed vectors take a quarter or less.

    References
    ----------
    faiss-guidelines

    Examples
    --------
    A million vectors of 128 elements with 32 links: 768 bytes each.

    >>> vector_index_gib(2**30 / 1e6, 128.0, 32.0).item()
    768.0
    """
    vectors_m, dimensions, links = as_arrays(vectors_m, dimensions, links)
    vector = (dimensions + 2 * links) * BYTES_PER_ELEMENT
    return vectors_m * MILLION * vector / GIB


def tables_gib(dataset_gb: Numbers, growth: Numbers) -> Array:
    """Memory of tables that are worked on as a whole.

    Parameters
    ----------
    dataset_gb : (n,), GB
        The tables as stored.
    growth : (n,), ratio
        Memory in use against that.

    Returns
    -------
    tables : (n,), GiB
        NaN where either is unknown.

    Notes
    -----
    ``dataset_gb * 1e9 * growth / 2**30``

    References
    ----------
    pandas-memory-rule

    Examples
    --------
    >>> tables_gib(20.0, 5.0).round(1).item()
    93.1
    """
    dataset_gb, growth = as_arrays(dataset_gb, growth)
    return dataset_gb * growth * (GB / GIB)


def host_memory_gib(
    device_memory_gib: Numbers, devices: Numbers, ratio: Numbers, kept_gib: Numbers
) -> Array:
    """Memory that the host of some accelerators should have.

    Parameters
    ----------
    device_memory_gib : (n,), GiB
        Memory of one accelerator; 0 for a server without any.
    devices : (n,), devices
        Accelerators of one server.
    ratio : (n,), ratio
        Host memory against theirs.
    kept_gib : (n,), GiB
        Indexes and tables that the host holds besides; NaN counts as none.

    Returns
    -------
    memory : (n,), GiB
        NaN where anything else is unknown.

    Notes
    -----
    ``device_memory_gib * devices * ratio + kept_gib``. Models and checkpoints pass through the
    host on their way, and loaders keep batches there.

    References
    ----------
    ml-engineering

    Examples
    --------
    Eight devices of 80 GiB.

    >>> host_memory_gib(80.0, 8.0, 1.0, float("nan")).item()
    640.0
    """
    device_memory_gib, devices, ratio, kept_gib = as_arrays(
        device_memory_gib, devices, ratio, kept_gib
    )
    return device_memory_gib * devices * ratio + known_or_zero(kept_gib)


def processor_cores(devices: Numbers, loaders: Numbers, system: Numbers) -> Array:
    """Processor cores that keep the accelerators of a server fed.

    Parameters
    ----------
    devices : (n,), devices
        Accelerators of one server.
    loaders : (n,), processes
        Processes that prepare data for one accelerator.
    system : (n,), cores
        Cores left to the operating system.

    Returns
    -------
    cores : (n,), cores
        NaN where anything is unknown.

    Notes
    -----
    ``devices * (loaders + 1) + system``: one core drives a device, each loader takes one.

    References
    ----------
    ml-engineering

    Examples
    --------
    Eight devices for images.

    >>> processor_cores(8.0, 4.0, 4.0).item()
    44.0
    """
    devices, loaders, system = as_arrays(devices, loaders, system)
    return devices * (loaders + 1) + system
