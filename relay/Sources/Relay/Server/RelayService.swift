import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The parts of a relay, on its event loop, and the pipeline of each connection.
final class RelayService {
    let configuration: RelayConfiguration
    let hub: Hub
    let admission: Admission
    let wallClock: () -> UInt64
    private var isRebalancing = false

    init(
        _ configuration: RelayConfiguration, mailbox: any Mailbox, eventLoop: any EventLoop,
        wallClock: @escaping () -> UInt64
    ) {
        self.configuration = configuration
        self.wallClock = wallClock
        hub = Hub(
            limits: configuration.limits, times: configuration.times, mailbox: mailbox, metrics: RelayMetrics(),
            eventLoop: eventLoop, wallClock: wallClock)
        admission = Admission(configuration, wallClock: wallClock)
    }

    /// Sets up a connection.
    func accept(_ channel: any Channel) throws {
        let peer = PeerAddress(channel.remoteAddress)
        guard admission.connect(peer) else {
            hub.metrics.dropped += 1
            channel.close(promise: nil)
            return
        }
        let service = NIOLoopBound(self, eventLoop: channel.eventLoop)
        channel.closeFuture.whenComplete { _ in service.value.admission.disconnect(peer) }

        let state = NIOLoopBound(UpgradeState(), eventLoop: channel.eventLoop)
        let encoder = HTTPResponseEncoder()
        var sizes = NIOHTTPDecoderLimitConfiguration()
        sizes.maxHeaderFieldSize = 8 << 10
        sizes.maxHeaderListSize = 32 << 10
        sizes.maxHeaderFieldCount = 64
        let decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: sizes))
        let pages = HTTPHandler(service: self, upgrade: state.value)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: configuration.limits.frameBytes, automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                channel.eventLoop.makeSucceededFuture(service.value.decide(head, peer: peer, state.value))
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture { try service.value.enter(channel, state.value) }
            })
        let upgrade = HTTPServerUpgradeHandler(
            upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [decoder]
        ) { context in
            context.pipeline.syncOperations.removeHandler(pages, promise: nil)
        }
        try channel.pipeline.syncOperations.addHandlers([encoder, decoder, upgrade, pages])

        state.value.deadline = channel.eventLoop.scheduleTask(
            in: .milliseconds(Int64(clamping: configuration.times.handshake))
        ) {
            channel.close(promise: nil)
        }
    }

    /// Decides about an upgrade: the headers of the response, or `nil`.
    private func decide(_ head: HTTPRequestHead, peer: PeerAddress, _ state: UpgradeState) -> HTTPHeaders? {
        let decision = admission.decide(head, peer: peer)
        state.decision = decision
        if case .refused = decision { return nil }
        return ["Date": HTTPDate.text(seconds: wallClock() / 1000)]
    }

    /// Sets up a connection that has become a WebSocket.
    private func enter(_ channel: any Channel, _ state: UpgradeState) throws {
        state.deadline?.cancel()
        let (handler, address): (WebSocketHandler, String)
        switch state.decision {
        case .accepted(let client): (handler, address) = (WebSocketHandler(hub: hub, client: client), client.address)
        case .closed(let reason, let from):
            (handler, address) = (WebSocketHandler(hub: hub, refusal: .unauthorized(reason)), from)
        case .refused, nil: throw NIOWebSocketUpgradeError.unsupportedWebSocketTarget
        }
        admission.enter(address)
        let service = NIOLoopBound(self, eventLoop: channel.eventLoop)
        channel.closeFuture.whenComplete { _ in service.value.admission.leave(address) }
        try channel.pipeline.syncOperations.addHandler(handler)
    }

    /// Looks at all connections, from now on at each tick.
    func startTicking(on eventLoop: any EventLoop) {
        let service = NIOLoopBound(self, eventLoop: eventLoop)
        let interval = TimeAmount.milliseconds(Int64(clamping: configuration.times.tick))
        eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in service.value.tick() }
    }

    private func tick() {
        hub.tick()
        if isRebalancing { rebalance() }
    }

    /// Refuses new clients, and moves those that are there to other processes, a tenth of them or 100 in each tick.
    func rebalance() {
        isRebalancing = true
        admission.isClosing = true
        hub.endAll(.rebalancing, limit: max(100, hub.sessions.count / 10))
    }
}

/// What is known about a connection before it is a WebSocket.
final class UpgradeState {
    var decision: Admission.Decision?

    /// Ends the connection when it takes too long.
    var deadline: Scheduled<Void>?

    /// Why the upgrade was refused.
    var refusal: Admission.Refusal? {
        if case .refused(let refusal) = decision { refusal } else { nil }
    }
}
