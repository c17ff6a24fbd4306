package import Foundation

/// The processes that this one has started, by what `/proc` tells.
package enum Processes {
    /// The kinds of processes that WebKit starts, by the names that the kernel cuts off.
    package enum Kind: String {
        case web = "WebKitWebProces"
        case network = "WebKitNetworkPr"
        /// It starts a web process, and has the same sockets until then.
        case launcher = "bwrap"
    }

    /// The processes of a kind below this one.
    package static func all(_ kind: Kind) -> [pid_t] { all(kind) { _ in true } }

    /// Those whose main thread computes at this moment.
    package static func computing(_ kind: Kind) -> [pid_t] { all(kind) { $0.state == "R" } }

    private static func all(_ kind: Kind, where isWanted: (Entry) -> Bool) -> [pid_t] {
        let all = table()
        return all.filter { $0.value.name == kind.rawValue && isWanted($0.value) && isOurs($0.key, in: all) }.map(\.key)
    }

    /// Whether `process` is confined: in its own process namespace, and with a filter for system calls.
    package static func isConfined(_ process: pid_t) -> Bool {
        let lines = text("/proc/\(process)/status").split(separator: "\n")
        let names = lines.first { $0.hasPrefix("NSpid:") }?.split(separator: "\t") ?? []
        return names.count > 2 && lines.contains("Seccomp:\t2")
    }

    /// Ends every process of a kind at once, as the kernel does when memory runs out; with the web processes also those that
    /// start one: the socket of a page's process would stay open in them, so that WebKit would not notice its end.
    ///
    /// - Returns: When: to find the processes takes a while.
    @discardableResult package static func end(_ kind: Kind) -> ContinuousClock.Instant {
        let processes = all(kind) + (kind == .web ? all(.launcher) : [])
        let moment = ContinuousClock.now
        for process in processes { kill(process, SIGKILL) }
        return moment
    }

    /// Stops every process of a kind, so that it answers nothing.
    package static func stop(_ kind: Kind) {
        for process in all(kind) { kill(process, SIGSTOP) }
    }

    /// How many bytes of this process are in memory.
    package static var residentBytes: Int {
        let fields = text("/proc/self/statm").split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4_096 : 0
    }

    private struct Entry {
        let name: String
        let state: Substring
        let parent: pid_t
    }

    private static func isOurs(_ process: pid_t, in all: [pid_t: Entry]) -> Bool {
        var ancestor = process
        while let entry = all[ancestor], entry.parent > 1 {
            if entry.parent == getpid() { return true }
            ancestor = entry.parent
        }
        return false
    }

    private static func table() -> [pid_t: Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        var all: [pid_t: Entry] = [:]
        for process in names.compactMap({ pid_t($0) }) {
            // pid (name) state parent …; the name may hold anything, also parentheses.
            let line = text("/proc/\(process)/stat")
            guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")") else { continue }
            let fields = line[close...].split(separator: " ")
            guard fields.count > 2, let parent = pid_t(fields[2]) else { continue }
            all[process] = Entry(
                name: String(line[line.index(after: open)..<close]), state: fields[1], parent: parent)
        }
        return all
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
