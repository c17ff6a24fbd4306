/// How much a ``V1Bridge`` accepts; what it sends is limited by the ``V1Engine``.
package struct V1BridgeLimits: Hashable, Sendable {
    /// The most received messages that wait to be stored; then nothing more is read.
    package var incoming = 512

    /// The most bytes of received messages that wait to be stored.
    package var incomingBytes = 8 << 20

    /// The most acknowledgements that wait to be sent; no server needs them.
    package var acknowledgements = 256

    /// The most frames in a minute; a connection with more is closed.
    package var frames = 6_000

    /// The most frames in a minute that are no frames of version 1, or for other topics; a connection with more is
    /// closed.
    package var unwanted = 100

    /// Creates the default limits.
    package init() {}
}

/// The times of a ``V1Bridge``.
package struct V1BridgeTiming: Hashable, Sendable {
    /// How long the echo of a probe may take.
    package var echo = Duration.seconds(10)

    /// How long messages are collected after a subscription, to be sorted: servers deliver what they kept newest first.
    package var gathering = Duration.milliseconds(250)

    /// How long a connection is kept that is no longer needed.
    package var linger = Duration.seconds(10)

    /// The pause before it is tried again to store messages.
    package var retry = Duration.seconds(5)

    /// Creates the default times.
    package init() {}
}
