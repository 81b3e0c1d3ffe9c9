"""Facts into columns, columns through kernels, quantities out, by name and scope by scope."""
