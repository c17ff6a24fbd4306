internal import CSoup

/// One wait on the network's main context that releases everything when it is cancelled.
///
/// Swift's clocks keep a cancelled wait until its time has passed, which adds up in a client with many requests per
/// second.
@NetworkActor final class Sleep {
    private var source: UnsafeMutablePointer<GSource>?
    private var continuation: CheckedContinuation<Void, Never>?

    nonisolated init() {}

    /// Waits for `duration`, at most a day.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    func wait(for duration: Duration) async throws(CancellationError) {
        await withTaskCancellationHandler {
            await withCheckedContinuation { start(duration, $0) }
        } onCancel: {
            Task { @NetworkActor in end() }
        }
        if Task.isCancelled { throw CancellationError() }
    }

    private func start(_ duration: Duration, _ continuation: CheckedContinuation<Void, Never>) {
        let milliseconds = min(max(duration, .zero), .seconds(86_400)) / .milliseconds(1)
        guard !Task.isCancelled, let source = g_timeout_source_new(guint(milliseconds.rounded(.up))) else {
            return continuation.resume()
        }
        self.source = source
        self.continuation = continuation
        // Retained until the source is destroyed, which `end` does.
        g_source_set_callback(
            source,
            { data in
                guard let data else { return 0 }
                // Unsafe, because a pointer is not Sendable; GLib calls back on the network thread, where the body
                // runs.
                nonisolated(unsafe) let pointer = data
                NetworkActor.assumeIsolated { Unmanaged<Sleep>.fromOpaque(pointer).takeUnretainedValue().end() }
                return 0
            }, Unmanaged.passRetained(self).toOpaque()
        ) { data in
            if let data { Unmanaged<Sleep>.fromOpaque(data).release() }
        }
        g_source_attach(source, g_main_context_get_thread_default())
    }

    private func end() {
        guard let source else { return }
        self.source = nil
        continuation?.resume()
        continuation = nil
        g_source_destroy(source)
        g_source_unref(source)
    }
}
