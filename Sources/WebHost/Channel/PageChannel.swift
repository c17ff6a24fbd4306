import Bridge
import Logging

/// Connects the documents of one view to the dispatcher.
///
/// The document is the unit of trust: who speaks is fixed when WebKit commits it, and what it asked ends with it. A
/// document is heard only where the relay's word for its origin is the committed one; of the documents before it,
/// nothing is heard any more.
@MainActor final class PageChannel {
    /// Called when the current document gives a sign of life.
    var onSign: (@MainActor () -> Void)?

    private let dispatcher: RequestDispatcher
    private let dialects: [any Dialect]
    private let transport: any Transport
    private let welcome: @MainActor (Peer) -> [Event]
    private let hearsReplaced: Bool
    private let log: Logger
    private var committed: Origin?
    private var current: (head: FrameCodec.Head, peer: Peer)?
    private var retired: [DocumentID] = []
    private var outbox = Outbox()
    private var isHearing = false
    private var isFlushDue = false
    private var subscription: EventBus.Subscription?

    init(
        dispatcher: RequestDispatcher, dialects: [any Dialect], transport: any Transport, eventBus: EventBus?,
        welcome: @escaping @MainActor (Peer) -> [Event], hearsReplaced: Bool = true, log: Logger
    ) {
        self.dispatcher = dispatcher
        self.hearsReplaced = hearsReplaced
        self.dialects = dialects
        self.transport = transport
        self.welcome = welcome
        self.log = log
        transport.onText = { [weak self] head, frames in self?.receive(head, frames) }
        subscription = eventBus?.subscribe { [weak self] event, audience in self?.announce(event, to: audience) }
    }

    /// The origin of the committed document, where it is one of the web.
    var origin: Origin? { committed }

    /// The document that speaks, once it has.
    var document: DocumentID? { current?.peer.document }

    /// Notes that another document is shown now; what the one before it asked ends.
    func commit(url: String) {
        end(because: .navigated)
        committed = try? Origin(ofURL: url)
    }

    /// Ends the current document: its messages are ignored, and nothing is sent to it.
    func end(because ending: CancellationReason) {
        committed = nil
        endDocument(because: ending)
    }

    private func endDocument(because ending: CancellationReason) {
        guard let document = current?.peer.document else { return }
        current = nil
        outbox = Outbox()
        retired.append(document)
        if retired.count > 64 { retired.removeFirst() }
        dispatcher.end(document, because: ending)
        transport.hangUp(document)
    }

    private func receive(_ head: FrameCodec.Head, _ frames: UnsafeBufferPointer<UInt8>) {
        guard let peer = peer(of: head) else {
            log.notice(
                "A message of a document that is not the committed one was ignored",
                metadata: ["origin": "\(head.origin)"])
            return transport.hangUp(head.document)
        }
        guard frames.count <= mostBytes else {
            log.warning("A message larger than the relay sends was ignored", metadata: ["origin": "\(head.origin)"])
            return endDocument(because: .overrun)
        }
        onSign?()
        isHearing = true
        FrameCodec.forEachFrame(in: frames) { frame in hear(frame, from: peer) }
        isHearing = false
        flush()
    }

    /// Who speaks; `nil` where it is not the committed document, nor one that has taken its place.
    ///
    /// A document can replace itself without a commit: by a `javascript:` address with a result, and by
    /// `document.open()`. What it asked before ends with it then.
    private func peer(of head: FrameCodec.Head) -> Peer? {
        if let current {
            guard current.head != head else { return current.peer }
            guard hearsReplaced else { return nil }
        }
        guard let committed, head.origin == committed.description, !retired.contains(head.document) else { return nil }
        endDocument(because: .navigated)
        let peer = Peer.page(origin: committed, document: head.document)
        current = (head, peer)
        for event in welcome(peer) { put(event) }
        return peer
    }

    /// The most bytes of a text: the relay posts what it has before another message would make it larger than this.
    private var mostBytes: Int { Self.partBytes + dispatcher.limits.bodyBytes }

    private static let partBytes = 1 << 20

    /// How many bytes may be said to the current document before it fetches what waits.
    private var room: Int {
        guard let document = current?.peer.document else { return 0 }
        return dispatcher.limits.bytesUnfetchedPerDocument - outbox.count - transport.unfetchedBytes(of: document)
    }

    private func hear(_ frame: FrameCodec.Frame, from peer: Peer) {
        let name = Array(frame.name)
        let document = peer.document
        // A message before this one may have ended the document.
        guard current?.peer.document == document else { return }
        guard let dialect = dialects.first(where: { $0.tag == frame.tag }) else {
            outbox.answer(to: name, with: [])
            return
        }
        dispatcher.hear(frame.text, in: dialect, from: peer, room: { [weak self] in self?.room ?? 0 }) {
            [weak self] text in
            guard let self, current?.peer.document == document else { return }
            outbox.answer(to: name, with: text)
            // Long texts are not combined with others: each text is copied several times in transit.
            if outbox.count >= Self.partBytes / 4 { flush() } else { flushSoon() }
        }
    }

    private func announce(_ event: Event, to audience: Audience) {
        guard let peer = current?.peer, audience.contains(peer) else { return }
        put(event)
        flushSoon()
    }

    private func put(_ event: Event) {
        for dialect in dialects {
            guard let text = dialect.encode(event) else { continue }
            // A page must not go on with less than all events: it would be wrong about the account or the chain.
            guard text.count <= room else {
                log.notice("A page that does not fetch its events was disconnected")
                return endDocument(because: .overrun)
            }
            outbox.tell(dialect.tag, text)
        }
    }

    /// Answers of one turn travel together.
    private func flushSoon() {
        guard !isHearing, !isFlushDue else { return }
        isFlushDue = true
        Task { [weak self] in
            self?.isFlushDue = false
            self?.flush()
        }
    }

    private func flush() {
        guard let document = current?.peer.document, let text = outbox.take() else { return }
        transport.send(text, to: document)
    }
}
