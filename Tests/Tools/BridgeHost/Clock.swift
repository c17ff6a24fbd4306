import Bridge
import Glibc

/// Answers with the monotonic time in nanoseconds, so that the page learns how long its round trips are.
struct Clock: SynchronousHandler {
    func result(of request: Request) throws(RPCError) -> JSON {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return ["stamp": .string(String(now.tv_sec * 1_000_000_000 + now.tv_nsec))]
    }
}
