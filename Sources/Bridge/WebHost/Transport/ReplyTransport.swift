import Bridge
import CWebKit
import GLibKit

/// A transport that uses WebKit's script message handler with reply.
///
/// Each posted text comes with a promise that the host settles when it has something to send. One promise is always
/// left open, so that the host can send at any time; the relay posts an empty text if none is open.
@MainActor final class ReplyTransport: Transport {
    /// The name of the separate script world.
    static let world = "drawbridge"

    /// WebKit does not report that a document cannot post any more, so no connection is lost.
    weak var receiver: (any TransportReceiver)?

    private var connections: [DocumentID: Connection] = [:]

    /// The sender of the last text, and its encoded form: the next sender is nearly always the same.
    private var last: (written: [UInt8], head: FrameCodec.Head)?

    @MainActor private final class Connection {
        var replies: [ScriptReply] = []
        var outbox: [[UInt8]] = []
        var unfetchedBytes = 0

        func add(_ text: [UInt8]) {
            outbox.append(text)
            unfetchedBytes += text.count
        }

        /// Sends the queued texts, and leaves at most one promise open.
        func settle() {
            while !outbox.isEmpty, let reply = replies.popLast() {
                let text = outbox.removeFirst()
                unfetchedBytes -= text.count
                reply.resolve(text)
            }
            while replies.count > 1 { replies.removeFirst().resolve(FrameCodec.ping) }
        }
    }

    init(_ manager: UnsafeMutablePointer<WebKitUserContentManager>) {
        let name = "drawbridge"
        Signal.connect(manager, "script-message-with-reply-received::\(name)") { [weak self] value, reply -> Bool in
            guard let value, let reply else { return false }
            let message = value.assumingMemoryBound(to: JSCValue.self)
            self?.receive(message, ScriptReply(OpaquePointer(reply), to: message))
            return true
        }
        webkit_user_content_manager_register_script_message_handler_with_reply(manager, name, Self.world)
    }

    private func receive(_ message: UnsafeMutablePointer<JSCValue>, _ reply: ScriptReply) {
        // As bytes: a C string would end at a NUL.
        guard jsc_value_is_string(message) != 0, let bytes = jsc_value_to_string_as_bytes(message) else { return }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let start = g_bytes_get_data(bytes, &count)?.assumingMemoryBound(to: UInt8.self)
        guard let (written, frames) = FrameCodec.split(UnsafeBufferPointer(start: start, count: Int(count))),
            let head = head(written)
        else { return }
        let connection = connection(of: head.document)
        connection.replies.append(reply)
        receiver?.receive(head, frames)
        connection.settle()
    }

    private func connection(of document: DocumentID) -> Connection {
        if let connection = connections[document] { return connection }
        let connection = Connection()
        connections[document] = connection
        return connection
    }

    private func head(_ written: UnsafeBufferPointer<UInt8>) -> FrameCodec.Head? {
        if let last, last.written.elementsEqual(written) { return last.head }
        guard let head = FrameCodec.head(written) else { return nil }
        last = (Array(written), head)
        return head
    }

    func send(_ head: [UInt8], _ body: [UInt8], to document: DocumentID) {
        guard let connection = connections[document] else { return }
        connection.add(body.isEmpty ? head : head + body)
        connection.settle()
    }

    func unfetchedBytes(of document: DocumentID) -> Int {
        connections[document]?.unfetchedBytes ?? 0
    }

    func ping(_ document: DocumentID) -> Bool {
        guard let connection = connections[document] else { return false }
        connection.replies.popLast()?.resolve(FrameCodec.ping)
        return true
    }

    func close(_ document: DocumentID) {
        guard let connection = connections.removeValue(forKey: document) else { return }
        for reply in connection.replies { reply.resolve(FrameCodec.close) }
        connection.replies = []
        connection.outbox = []
        connection.unfetchedBytes = 0
    }

    func closeAll() {
        for document in Array(connections.keys) { close(document) }
    }
}
