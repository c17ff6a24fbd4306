package import Network

/// The clients of all bridge servers, one for each address.
package actor V1Bridges: V1Transport {
    private let makeBridge: @Sendable (V1BridgeAddress, any V1Receiver) -> V1Bridge
    private var receiver: (any V1Receiver)?
    private(set) var bridges: [V1BridgeAddress: V1Bridge] = [:]
    private var isStopped = false

    /// So many clients are kept although nothing needs them.
    private static let mostIdle = 16

    /// Creates the clients' place.
    ///
    /// - Parameters:
    ///   - dialer: Opens connections to addresses of this machine.
    ///   - publicDialer: Opens all other connections, and refuses private addresses after the name is resolved.
    ///   - environment: Clocks and random numbers.
    ///   - limits: How much of a server is accepted.
    ///   - timing: The times.
    package init(
        dialer: any RelayDialer, publicDialer: any RelayDialer, environment: RelayEnvironment,
        limits: V1BridgeLimits = V1BridgeLimits(), timing: V1BridgeTiming = V1BridgeTiming()
    ) {
        makeBridge = { address, receiver in
            V1Bridge(
                address, dialer: address.isLoopback ? dialer : publicDialer, receiver: receiver,
                environment: environment, limits: limits, timing: timing)
        }
    }

    /// Creates the clients' place with the WebSocket client of `Network`.
    package init(_ client: any WebSocketDialer, environment: RelayEnvironment) {
        self.init(
            dialer: NetworkRelayDialer(client, messageLimit: V1Frame.maximumBytes),
            publicDialer: NetworkRelayDialer(
                client, messageLimit: V1Frame.maximumBytes, reaching: .publicOnly),
            environment: environment)
    }

    /// Passes messages to `receiver` from now on; before that, no client exists.
    package func start(_ receiver: any V1Receiver) { self.receiver = receiver }

    /// Ends all connections.
    package func stop() async {
        isStopped = true
        for bridge in bridges.values { await bridge.stop() }
        (bridges, receiver) = ([:], nil)
    }

    /// The connections, by address.
    package func states() async -> [V1BridgeAddress: RelayState] {
        var states: [V1BridgeAddress: RelayState] = [:]
        for (address, bridge) in bridges { states[address] = await bridge.state }
        return states
    }

    /// Ends pauses: the user asks for it, or the network has come back.
    package func connectNow() async {
        for bridge in bridges.values { await bridge.connectNow() }
    }

    // MARK: For the engine

    package func subscribe(_ topics: Set<String>, at address: V1BridgeAddress) async {
        while let bridge = bridge(address), !(await bridge.watch(topics)) { remove(bridge, address) }
    }

    package func unsubscribe(_ topics: Set<String>, at address: V1BridgeAddress) async {
        await bridges[address]?.forget(topics)
        await removeIdle()
    }

    package func send(_ message: V1Outgoing) async {
        let address = message.message.bridge
        while let bridge = bridge(address), !(await bridge.send(message)) { remove(bridge, address) }
    }

    package func giveUp(_ number: Int64, at address: V1BridgeAddress) async {
        await bridges[address]?.giveUp(number)
    }

    private func bridge(_ address: V1BridgeAddress) -> V1Bridge? {
        if let bridge = bridges[address] { return bridge }
        guard !isStopped, let receiver else { return nil }
        let new = makeBridge(address, receiver)
        bridges[address] = new
        return new
    }

    /// Removes clients that nothing needs, if there are many.
    private func removeIdle() async {
        guard bridges.count > Self.mostIdle else { return }
        for (address, bridge) in bridges where await bridge.retire() { remove(bridge, address) }
    }

    private func remove(_ bridge: V1Bridge, _ address: V1BridgeAddress) {
        if bridges[address] === bridge { bridges[address] = nil }
    }
}
