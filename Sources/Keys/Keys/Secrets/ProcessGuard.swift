internal import CSodium
internal import Glibc

/// Kernel protections of a process that holds secrets.
public enum ProcessGuard {
    /// Prevents other processes of the same user from reading this one, and the kernel from writing a core dump.
    ///
    /// Call it before the first secret is read. Afterwards a debugger cannot attach, and `/proc/PID` belongs to root
    /// (prctl(2), PR_SET_DUMPABLE).
    ///
    /// - Returns: Whether both were successful.
    @discardableResult public static func harden() -> Bool {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        let hasNoCore = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0
        let isClosed = prctl_set_dumpable(0) == 0
        return hasNoCore && isClosed && isHardened
    }

    /// Whether this process is protected from others and writes no core dump.
    public static var isHardened: Bool {
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        return limit.rlim_cur == 0 && prctl_get_dumpable() == 0
    }
}
