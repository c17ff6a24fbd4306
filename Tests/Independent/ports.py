"""Ports for programs that must be told where to listen."""

import random
import socket

# Below the ports that the system gives to connections (`net.ipv4.ip_local_port_range`: 32768 to 60999): no connection of
# another test takes the port before the program listens.
PORTS = range(20_000, 32_000)


def free_port():
    """A port of 127.0.0.1 that nobody listens on."""
    for port in random.sample(PORTS, 1_000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise OSError("no port is free")
