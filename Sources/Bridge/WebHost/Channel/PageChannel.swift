import Bridge
import Logging

/// Connects the documents of one view to the dispatcher.
///
/// The document is the unit of trust: the peer is fixed when WebKit commits the document, and its requests end with it.
/// A document is accepted only if the origin that the relay reports is the committed one; messages of earlier documents
/// are ignored.
@MainActor final class PageChannel: TransportReceiver {
    /// Called when the current document responds to a ping or sends a message.
    var onSign: (@MainActor () -> Void)?

    private let dispatcher: RequestDispatcher
    private let dialects: [any Dialect]
    private let transport: any Transport
    private let initialEvents: @MainActor (Peer) -> [Event]
    private let acceptsReplaced: Bool
    private let mayServe: @MainActor () -> Bool
    private let log: Logger
    private var committed: Origin?
    private var current: (head: FrameCodec.Head, peer: Peer)?
    private var retired: [DocumentID] = []
    private var outbox = Outbox()
    private var isReceiving = false
    private var isFlushDue = false
    private var subscription: EventBus.Subscription?

    /// The same for every request: ``room``.
    private var measureRoom: @MainActor () -> Int = { 0 }

    init(
        dispatcher: RequestDispatcher, dialects: [any Dialect], transport: any Transport, eventBus: EventBus?,
        initialEvents: @escaping @MainActor (Peer) -> [Event], acceptsReplaced: Bool = true,
        mayServe: @escaping @MainActor () -> Bool = { true }, log: Logger
    ) {
        self.dispatcher = dispatcher
        self.acceptsReplaced = acceptsReplaced
        self.mayServe = mayServe
        self.dialects = dialects
        self.transport = transport
        self.initialEvents = initialEvents
        self.log = log
        measureRoom = { [weak self] in self?.room ?? 0 }
        transport.receiver = self
        subscription = eventBus?.subscribe { [weak self] event, audience in self?.announce(event, to: audience) }
    }

    /// The origin of the committed document, if it is a web origin.
    var origin: Origin? { committed }

    /// The current document, once it has sent a message.
    var document: DocumentID? { current?.peer.document }

    /// Another document is shown now: the requests of the previous one end.
    func commit(url: String) {
        end(because: .navigated)
        committed = try? Origin(ofURL: url)
    }

    /// Ends the current document: its messages are ignored, and nothing is sent to it.
    func end(because ending: CancellationReason) {
        committed = nil
        endDocument(because: ending)
        // Also connections that no document has used yet: the next document must not inherit them.
        transport.closeAll()
    }

    private func endDocument(because ending: CancellationReason) {
        guard let document = current?.peer.document else { return }
        current = nil
        outbox = Outbox()
        retired.append(document)
        if retired.count > 64 { retired.removeFirst() }
        dispatcher.end(document, because: ending)
        transport.close(document)
    }

    /// The page's side has ended the connection of `document`: nothing may be done any more for this page.
    func lose(_ document: DocumentID) {
        guard let current, current.head.document == document else { return }
        log.notice(
            "A page's connection ended while its document is shown", metadata: ["origin": "\(current.head.origin)"])
        endDocument(because: .disconnected)
    }

    func receive(_ head: FrameCodec.Head, _ frames: UnsafeBufferPointer<UInt8>) {
        guard let peer = peer(of: head) else {
            log.notice(
                "A message of a document that is not the committed one was ignored",
                metadata: ["origin": "\(head.origin)"])
            return transport.close(head.document)
        }
        guard frames.count <= mostBytes else {
            log.warning("A message larger than the relay sends was ignored", metadata: ["origin": "\(head.origin)"])
            return endDocument(because: .overrun)
        }
        guard let (frames, values) = AttachedText.split(frames) else {
            log.warning("A malformed message was ignored", metadata: ["origin": "\(head.origin)"])
            return endDocument(because: .overrun)
        }
        onSign?()
        isReceiving = true
        var attachments = values
        var count = 0
        let attaches = transport.carriesAttachments(head.document)
        let isValid = FrameCodec.forEachFrame(in: frames) { frame in
            count += 1
            guard count <= dispatcher.limits.inFlightPerDocument else { return }
            handle(frame, attachments, from: peer, attaches: attaches)
            // The relay sends a message with attachments alone.
            attachments = []
        }
        isReceiving = false
        flush()
        guard current?.head == head else { return }
        if count > dispatcher.limits.inFlightPerDocument {
            log.warning("More messages than the relay sends were ignored", metadata: ["origin": "\(head.origin)"])
            endDocument(because: .overrun)
        } else if !isValid {
            log.warning("A malformed message was ignored", metadata: ["origin": "\(head.origin)"])
            endDocument(because: .overrun)
        }
    }

    /// The peer that sent the message; `nil` unless it is the committed document, or one that has replaced it.
    ///
    /// A document can replace itself without a commit: by a `javascript:` URL with a result, or by `document.open()`.
    /// Its earlier requests end then.
    private func peer(of head: FrameCodec.Head) -> Peer? {
        if let current {
            guard current.head != head else { return current.peer }
            guard acceptsReplaced else { return nil }
        }
        guard let committed, head.origin == committed.description, !retired.contains(head.document) else { return nil }
        // Once for each document: with reply handles, nothing says which process sends.
        guard mayServe() else {
            log.error("A document in a process without a sandbox was ignored", metadata: ["origin": "\(head.origin)"])
            return nil
        }
        endDocument(because: .navigated)
        let peer = Peer.page(origin: committed, document: head.document)
        current = (head, peer)
        for event in initialEvents(peer) { put(event) }
        return peer
    }

    private var mostBytes: Int { Self.mostBytes(within: dispatcher.limits) }

    /// The maximum size of a text in bytes: the relay posts its queue before another message would exceed this.
    static func mostBytes(within limits: Limits) -> Int { partBytes + limits.bodyBytes }

    private static let partBytes = 1 << 20
    private static let longBytes = 1 << 16

    /// How many bytes can be sent to the current document before it fetches the queued ones.
    private var room: Int {
        guard let document = current?.peer.document else { return 0 }
        return dispatcher.limits.bytesUnfetchedPerDocument - outbox.count - transport.unfetchedBytes(of: document)
    }

    private func handle(
        _ frame: FrameCodec.Frame, _ attachments: [BinaryData], from peer: Peer, attaches: Bool
    ) {
        let name = Array(frame.name)
        let document = peer.document
        // An earlier message may have ended the document.
        guard current?.head.document == document else { return }
        guard let dialect = dialects.first(where: { $0.tag == frame.tag }) else {
            outbox.answer(to: name, with: [])
            return
        }
        // The dispatcher keeps this channel until it has answered: it does so even if the document ends.
        if let document, attaches {
            dispatcher.receive(
                frame.text, attachments: attachments, in: dialect, from: peer, room: measureRoom
            ) { [self] text, attachments in
                guard current?.head.document == document else { return }
                if attachments.isEmpty { return answer(to: name, with: text, in: document) }
                flush()
                transport.send(Outbox.head(of: name) + text, attachments: attachments, to: document)
            }
        } else {
            dispatcher.receive(frame.text, in: dialect, from: peer, room: measureRoom) { [self] text in
                guard let document, current?.head.document == document else { return }
                answer(to: name, with: text, in: document)
            }
        }
    }

    private func answer(to name: [UInt8], with text: [UInt8], in document: DocumentID) {
        guard text.count < Self.longBytes else {
            // A long text is not combined with others, which would copy it.
            flush()
            return transport.send(Outbox.head(of: name), text, to: document)
        }
        outbox.answer(to: name, with: text)
        // Each text is copied several times in transit.
        if outbox.count >= Self.partBytes / 4 { flush() } else { flushSoon() }
    }

    private func announce(_ event: Event, to audience: Audience) {
        guard let peer = current?.peer, audience.contains(peer) else { return }
        put(event)
        flushSoon()
    }

    private func put(_ event: Event) {
        guard let document = current?.peer.document else { return }
        for dialect in dialects {
            var attachments: [BinaryData] = []
            guard
                let text = transport.carriesAttachments(document)
                    ? dialect.encode(event, attachments: &attachments) : dialect.encode(event)
            else { continue }
            let size = attachments.reduce(text.count) { $0 + $1.bytes.count }
            if case .progress = event {
                // Progress is dropped so that it takes no space from responses and other events.
                if size > room - dispatcher.limits.bytesUnfetchedPerDocument / 2 { continue }
            } else if size > room {
                // A page must not continue after missing events: it would have the wrong account or chain.
                log.notice("A page that does not fetch its events was disconnected")
                return endDocument(because: .overrun)
            }
            if attachments.isEmpty {
                outbox.tell(dialect.tag, text)
            } else {
                flush()
                transport.send(
                    Outbox.head(of: [dialect.tag], answers: 0) + text, attachments: attachments, to: document)
            }
        }
    }

    /// Sends the responses of one main loop iteration together.
    private func flushSoon() {
        guard !isReceiving, !isFlushDue else { return }
        isFlushDue = true
        Task { [weak self] in
            self?.isFlushDue = false
            self?.flush()
        }
    }

    private func flush() {
        guard let document = current?.peer.document, let (head, frames) = outbox.take() else { return }
        transport.send(head, frames, to: document)
    }
}
