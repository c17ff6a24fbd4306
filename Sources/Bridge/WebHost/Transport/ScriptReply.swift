import CWebKit
import GLibKit

/// WebKit's handle of one promise in the separate script world; it is settled exactly once, at the latest when it is
/// released.
///
/// WebKit binds it to the document that posted: settling it later has no effect.
@MainActor final class ScriptReply {
    private var reply: OpaquePointer?
    private let context: Ref<JSCContext>

    init(_ reply: OpaquePointer, to message: UnsafeMutablePointer<JSCValue>) {
        self.reply = webkit_script_message_reply_ref(reply)
        context = Ref(retaining: jsc_value_get_context(message))
    }

    func resolve(_ text: [UInt8]) {
        guard let reply else { return }
        self.reply = nil
        let bytes = g_bytes_new(text, gsize(text.count))
        let value = Ref(taking: jsc_value_new_string_from_bytes(context.pointer, bytes))
        g_bytes_unref(bytes)
        webkit_script_message_reply_return_value(reply, value.pointer)
        webkit_script_message_reply_unref(reply)
    }

    isolated deinit {
        resolve(FrameCodec.close)
    }
}
