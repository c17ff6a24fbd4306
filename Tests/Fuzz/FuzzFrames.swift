// Together with: Sources/Bridge/WebHost/Transport/FrameCodec.swift Sources/Bridge/WebHost/Transport/Transport.swift
// Together with: Sources/Bridge/WebHost/Transport/AttachedText.swift
// Together with: Sources/Bridge/WebHost/Channel/Outbox.swift Sources/Bridge/WebHost/Channel/PageChannel.swift
import Bridge
import Logging

/// Whatever a web process posts, each frame gets one answer, and only the committed document gets any.
///
/// The input is a text in the form that the relay writes: a nonce and an origin, a line break, and frames or a frame with
/// attachments.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    // Unsafe is right because the bytes are used until this returns, on this thread.
    nonisolated(unsafe) let text = input(start, count)
    MainActor.assumeIsolated { post(text) }
    return 0
}

@MainActor private func post(_ text: UnsafeBufferPointer<UInt8>) {
    guard let (line, frames) = FrameCodec.split(text), let head = FrameCodec.head(line) else { return }
    let transport = EventRecorder()
    let dispatcher = RequestDispatcher(
        handler: Echoer(), gate: Gate(approver: NoApprover()),
        log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
    let channel = PageChannel(
        dispatcher: dispatcher, dialects: [LinkDialect(), EthereumDialect(), InvokeDialect(), FormDialect()],
        transport: transport,
        eventBus: nil,
        initialEvents: { _ in [] }, log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
    channel.commit(url: "https://shop.example/")
    var expected = 0
    let parts = AttachedText.split(frames)
    if let parts {
        hold(parts.attachments.reduce(parts.text.count) { $0 + $1.bytes.count } <= frames.count, "no byte is added")
    }
    let areValid = FrameCodec.forEachFrame(in: parts?.text ?? UnsafeBufferPointer(start: nil, count: 0)) { frame in
        expected += 1
        hold(frame.name.count <= 20 && frame.name.count > 1, "a frame has a name")
        hold(!frame.text.contains(FrameCodec.separator), "no frame holds another")
    }
    transport.receiver?.receive(head, frames)
    let isAccepted = head.origin == "https://shop.example"
    hold(
        transport.answers == (isAccepted ? expected : 0),
        "each frame is answered once, from the committed document only")
    hold(
        transport.closed == (isAccepted && parts != nil && areValid ? 0 : 1),
        "a peer whose messages are refused is disconnected")
    hold(dispatcher.pendingCount == 0, "nothing is left")
    hold(transport.bytes <= text.count * 8 + expected * 600 + 64, "answers are no longer than questions make them")
}

/// Counts what is sent.
@MainActor private final class EventRecorder: Transport {
    weak var receiver: (any TransportReceiver)?
    var answers = 0
    var bytes = 0
    var closed = 0

    func send(_ head: [UInt8], _ body: [UInt8], to document: DocumentID) {
        bytes += head.count + body.count
        answers += Int(String(decoding: head.prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
    }

    func carriesAttachments(_ document: DocumentID) -> Bool { true }
    func send(_ text: [UInt8], attachments: [BinaryData], to document: DocumentID) {
        send(text, attachments.flatMap(\.bytes), to: document)
    }
    func ping(_ document: DocumentID) -> Bool { true }
    func unfetchedBytes(of document: DocumentID) -> Int { 0 }
    func close(_ document: DocumentID) { closed += 1 }
    func closeAll() {}
}

private final class Echoer: Handler {
    func handle(_ request: Request) async throws(RPCError) -> JSON {
        if request.method == "fail" { throw RPCError(.failed, "It is a test.") }
        return request.params
    }
}

private final class NoApprover: Approver {
    func decide(_ question: PendingApproval) async -> Decision { .rejected }
}
