import Bridge
import CWebKit

/// Carries texts by WebKit's script message handler with reply.
///
/// Each posted text brings a promise that the host settles when it has something to say. One is always left open, so
/// that the host can speak unasked; the relay posts an empty text when it has none open.
@MainActor final class ReplyCarrier: Carrier {
    /// The script world that is ours.
    static let world = "drawbridge"

    var onText: (@MainActor (Parcel.Head, UnsafeBufferPointer<UInt8>) -> Void)?
    private var lines: [DocumentID: Line] = [:]

    private struct Line {
        var replies: [ScriptReply] = []
        var outbox: [[UInt8]] = []
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
        // As bytes: as a C string the text would end at a NUL.
        guard jsc_value_is_string(message) != 0, let bytes = jsc_value_to_string_as_bytes(message) else { return }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let start = g_bytes_get_data(bytes, &count)?.assumingMemoryBound(to: UInt8.self)
        guard let (head, frames) = Parcel.split(UnsafeBufferPointer(start: start, count: Int(count))) else { return }
        lines[head.document, default: Line()].replies.append(reply)
        onText?(head, frames)
        settle(head.document)
    }

    /// Sends what waits, and leaves one promise open at most.
    private func settle(_ document: DocumentID) {
        while let line = lines[document], !line.replies.isEmpty, !line.outbox.isEmpty {
            lines[document]?.replies.removeLast().resolve(line.outbox[0])
            lines[document]?.outbox.removeFirst()
        }
        while let line = lines[document], line.replies.count > 1 {
            lines[document]?.replies.removeFirst()
            line.replies[0].resolve(Parcel.ping)
        }
    }

    func send(_ text: [UInt8], to document: DocumentID) {
        guard lines[document] != nil else { return }
        lines[document]?.outbox.append(text)
        settle(document)
    }

    func ping(_ document: DocumentID) -> Bool {
        guard let line = lines[document], !line.replies.isEmpty else { return lines[document] != nil }
        lines[document]?.replies.removeLast().resolve(Parcel.ping)
        return true
    }

    func hangUp(_ document: DocumentID) {
        for reply in lines.removeValue(forKey: document)?.replies ?? [] { reply.resolve(Parcel.farewell) }
    }
}
