internal import CSoup
internal import Synchronization

/// The pending jobs of a thread with a main context, and the source that wakes the thread.
final class JobQueue: Sendable {
    private struct Jobs {
        var executor: UnownedSerialExecutor?
        var waiting: [UnownedJob] = []
        var isAwake = false
    }

    private let jobs = Mutex(Jobs())
    // Unsafe, because a pointer is not Sendable; any thread may set a source's ready time.
    private nonisolated(unsafe) let source: UnsafeMutablePointer<GSource>

    /// Unsafe, because C needs a pointer to functions that outlives every source; it is written once, here.
    private nonisolated(unsafe) static let functions: UnsafeMutablePointer<GSourceFuncs> = {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.dispatch = { _, _, data in
            if let data { Unmanaged<JobQueue>.fromOpaque(data).takeUnretainedValue().run() }
            return 1
        }
        return functions
    }()

    /// Creates the queue of the thread that iterates `context`; neither is ever freed.
    init(_ context: OpaquePointer) {
        guard let source = g_source_new(Self.functions, guint(MemoryLayout<GSource>.size)) else {
            // No trap: GLib itself ends the program without memory.
            preconditionFailure("GLib has no memory for a source")
        }
        self.source = source
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(source, { _ in 1 }, Unmanaged.passRetained(self).toOpaque(), nil)
        g_source_attach(source, context)
    }

    func add(_ job: UnownedJob, of executor: UnownedSerialExecutor) {
        let wakes = jobs.withLock { jobs in
            jobs.executor = executor
            jobs.waiting.append(job)
            defer { jobs.isAwake = true }
            return !jobs.isAwake
        }
        if wakes { g_source_set_ready_time(source, 0) }
    }

    /// Runs the pending jobs, and a few rounds of the jobs that those add, before sockets are polled again.
    private func run() {
        for _ in 0..<16 {
            let (batch, executor) = jobs.withLock { jobs in
                defer { jobs.waiting = [] }
                jobs.isAwake = !jobs.waiting.isEmpty
                if !jobs.isAwake { g_source_set_ready_time(source, -1) }
                return (jobs.waiting, jobs.executor)
            }
            guard !batch.isEmpty, let executor else { return }
            for job in batch { job.runSynchronously(on: executor) }
        }
    }
}
