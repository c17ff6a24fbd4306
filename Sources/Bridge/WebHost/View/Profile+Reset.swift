import CWebKit
import GLibKit

extension Profile {
    /// The time that a shared web process has for an answer.
    private static let patience = Duration.seconds(2)

    /// Removes everything that pages have stored, and ends a shared web process that a closed page keeps busy.
    ///
    /// A web process belongs to one session of WebKit, so pages that use it one after the other also share the session.
    ///
    /// - Returns: Whether WebKit has said that everything is removed; if not, use another profile.
    package func reset() async -> Bool {
        if let shared {
            let answers = await Reply.wait(for: Self.patience) { reply, data in
                webkit_web_view_can_execute_editing_command(
                    shared.pointer, WEBKIT_EDITING_COMMAND_SELECT_ALL, nil, reply, data)
            }
            if !answers {
                webkit_web_view_terminate_web_process(shared.pointer)
                SandboxProbe.shared.begin()
            }
        }
        let manager = webkit_web_context_get_website_data_manager(context.pointer)
        return await Reply.wait(for: Self.patience) { reply, data in
            webkit_website_data_manager_clear(manager, WEBKIT_WEBSITE_DATA_ALL, 0, nil, reply, data)
        }
    }
}

/// The answer to one question that GLib answers later, if at all.
@MainActor private final class Reply {
    private var wait: CheckedContinuation<Bool, Never>?

    private init(_ wait: CheckedContinuation<Bool, Never>) { self.wait = wait }

    private func come(_ isThere: Bool) {
        wait?.resume(returning: isThere)
        wait = nil
    }

    /// Whether the answer to `ask` comes within `limit`.
    static func wait(
        for limit: Duration, _ ask: @MainActor (GAsyncReadyCallback, gpointer) -> Void
    ) async -> Bool {
        await withCheckedContinuation { wait in
            let reply = Reply(wait)
            AsyncCall.start(ask) { _ in reply.come(true) }
            Task {
                try? await Task.sleep(for: limit)
                reply.come(false)
            }
        }
    }
}
