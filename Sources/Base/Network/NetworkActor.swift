internal import CSoup
internal import Glibc

/// The thread that reads and writes sockets, separate from the user interface.
///
/// It iterates its own `GMainContext`. GLib sessions, connections and sources that are created on this actor belong to
/// that context, so their callbacks run on this actor.
@globalActor package actor NetworkActor {
    package static let shared = NetworkActor()

    private let executor = NetworkExecutor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    // The check that `body` does not escape has this text, whose length would otherwise depend on the project's folder.
    #sourceLocation(file:"NetworkActor.assumeIsolated",line:15)
    /// Runs `body`, which a GLib callback calls on this actor's thread.
    package nonisolated static func assumeIsolated<Value: Sendable>(
        _ body: @NetworkActor () throws -> Value
    ) rethrows -> Value {
        try withoutActuallyEscaping(body) { body in
            // Unsafe, because the isolation is removed from the type; the check before it ensures the thread.
            shared.preconditionIsolated()
            return try unsafeBitCast(body, to: (() throws -> Value).self)()
        }
    }
    #sourceLocation()
}

/// Runs the jobs of ``NetworkActor`` between the events of its main context.
private final class NetworkExecutor: SerialExecutor {
    // Unsafe, because a pointer is not Sendable; any thread may use a main context.
    private nonisolated(unsafe) let context: OpaquePointer
    private let queue: JobQueue

    init() {
        // No trap: GLib itself ends the program without memory.
        guard let context = g_main_context_new() else { preconditionFailure("GLib has no memory for a main context") }
        self.context = context
        queue = JobQueue(context)
        let thread = g_thread_new(
            "network",
            { data in
                let context = OpaquePointer(data)
                g_main_context_push_thread_default(context)
                while true { g_main_context_iteration(context, 1) }
            }, UnsafeMutableRawPointer(context))
        g_thread_unref(thread)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        queue.add(UnownedJob(job), of: asUnownedSerialExecutor())
    }

    func checkIsolated() {
        // No trap: the program's own rule about threads.
        precondition(g_main_context_is_owner(context) != 0, "This is not the network's thread")
    }
}
