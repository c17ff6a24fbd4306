package import Glibc

/// The processes that a process has started, directly or through others.
package enum Descendants {
    /// How many processes are looked at: a program that WebKit runs could start others without end.
    private static let most = 4_096

    /// The processes below `process` that have not ended and are named `name`.
    ///
    /// - Parameters:
    ///   - name: The first fifteen bytes of the name, as the kernel keeps it.
    ///   - process: The process; this one by default.
    ///   - leaf: The beginning of the names of processes that start no others; they have many threads to look at.
    ///   - isExpected: Whether there must be one: then all processes are looked at if none is found at first.
    /// - Returns: Each with what the kernel says about it.
    package static func named(
        _ name: String, of process: pid_t = getpid(), leaf: String? = nil, isExpected: Bool = true
    ) -> [(id: pid_t, facts: ProcessFacts)] {
        let found = listsChildren ? named(name, of: process, leaf, by: { children(of: $0) }) : []
        // The kernel may leave out a child of which a sibling ends meanwhile (proc(5)).
        return found.isEmpty && (isExpected || !listsChildren)
            ? named(name, of: process, leaf, by: childrenByParents()) : found
    }

    private static func named(
        _ name: String, of process: pid_t, _ leaf: String?, by children: (pid_t) -> [pid_t]
    ) -> [(id: pid_t, facts: ProcessFacts)] {
        var found: [(pid_t, ProcessFacts)] = []
        var waiting = children(process)
        var count = 0
        while let next = waiting.popLast(), count < most {
            count += 1
            // Those between, such as the processes of a sandbox, have other names.
            let other = ProcFile.text("/proc/\(next)/comm")?.dropLast() ?? ""
            if other == name, let facts = ProcessFacts(next), facts.name == name, !facts.hasEnded {
                found.append((next, facts))
            }
            if leaf.map({ !other.hasPrefix($0) }) ?? true { waiting += children(next) }
        }
        return found
    }

    /// How long ago `process` was started; `nil` if there is no such process.
    package static func age(of process: pid_t) -> Duration? {
        guard let line = ProcFile.text("/proc/\(process)/stat"), let end = line.lastIndex(of: ")") else { return nil }
        // The start is the field 22 of proc(5), in ticks since the machine started; the name is the second one.
        let fields = line[end...].split(separator: " ")
        guard fields.count > 20, let start = Int(fields[20]) else { return nil }
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let ticks = max(1, sysconf(Int32(truncatingIfNeeded: _SC_CLK_TCK)))
        return .seconds(now.tv_sec - start / ticks)
    }

    /// Whether the kernel lists children (`CONFIG_PROC_CHILDREN`), which is faster than to look at all processes.
    private static let listsChildren = access("/proc/thread-self/children", R_OK) == 0

    private static func children(of process: pid_t) -> [pid_t] {
        ProcFile.names(in: "/proc/\(process)/task").filter { !$0.hasPrefix(".") }.flatMap { thread in
            let text = ProcFile.text("/proc/\(process)/task/\(thread)/children") ?? ""
            return text.split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// The same from the parent of each process.
    static func childrenByParents() -> (pid_t) -> [pid_t] {
        var table: [pid_t: [pid_t]] = [:]
        for process in ProcFile.names(in: "/proc").compactMap({ pid_t($0) }) {
            // pid (name) state parent …; the name may hold anything, also parentheses.
            guard let line = ProcFile.text("/proc/\(process)/stat"), let end = line.lastIndex(of: ")") else { continue }
            let fields = line[end...].split(separator: " ")
            guard fields.count > 2, let parent = pid_t(fields[2]) else { continue }
            table[parent, default: []].append(process)
        }
        return { table[$0] ?? [] }
    }
}
