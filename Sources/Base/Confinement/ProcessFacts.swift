package import Glibc

/// What the kernel says about a process: its name, its namespaces, and its filters for system calls.
package struct ProcessFacts: Hashable, Sendable {
    /// A kind of namespace (namespaces(7)), by its name in `/proc`.
    package enum Namespace: String, Sendable, CaseIterable {
        case processes = "pid"
        case files = "mnt"
        case network = "net"
    }

    /// Why a process counts as not confined.
    package enum Gap: Hashable, Sendable {
        /// No filter for system calls, or only those of the process that is compared.
        case noFilter
        /// It could gain privileges by executing a program.
        case privileges
        /// It shares a namespace.
        case shared(Namespace)
        /// The kernel does not tell which namespace it is in.
        case unreadable(Namespace)
    }

    /// The first fifteen bytes of its name.
    package let name: String

    /// Whether it runs no code any more: it has no memory, or only waits for its parent.
    ///
    /// A process that ends gives up its memory first, then its namespaces; it counts as running for the time between.
    package let hasEnded: Bool

    private let filterMode: Int
    /// How many filters there are; `nil` before Linux 5.9.
    private let filters: Int?
    private let refusesPrivileges: Bool
    private let namespaces: [Namespace: String]

    /// Reads what `/proc` has about `process`; `nil` if there is no such process.
    package init?(_ process: pid_t) {
        // In this order, a process that ends meanwhile has its namespaces, or is known to have ended.
        let namespaces = Namespace.allCases.compactMap { kind in
            ProcFile.link("/proc/\(process)/ns/\(kind.rawValue)").map { (kind, $0) }
        }
        guard let status = ProcFile.text("/proc/\(process)/status") else { return nil }
        self.init(status: status, namespaces: Dictionary(uniqueKeysWithValues: namespaces))
    }

    /// Reads the text of a `status` file (proc(5)); `nil` if it has no name.
    init?(status: String, namespaces: [Namespace: String]) {
        var fields: [Substring: Substring] = [:]
        for line in status.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            // The name comes first, and has no line breaks.
            let key = line[..<colon]
            if fields[key] == nil { fields[key] = line[line.index(after: colon)...].drop { " \t".contains($0) } }
        }
        guard let name = fields["Name"] else { return nil }
        self.name = String(name)
        hasEnded = fields["VmSize"] == nil || fields["State"].map { "ZX".contains($0.prefix(1)) } ?? false
        filterMode = fields["Seccomp"].flatMap { Int($0) } ?? 0
        filters = fields["Seccomp_filters"].flatMap { Int($0) }
        refusesPrivileges = fields["NoNewPrivs"] == "1"
        self.namespaces = namespaces
    }

    /// Compares this process with one outside of the sandbox, such as this program.
    ///
    /// A filter or a namespace that `outside` has, too, proves nothing: a child inherits both.
    ///
    /// - Parameters:
    ///   - outside: The process outside.
    ///   - separated: The namespaces that must be others.
    /// - Returns: Why it is not confined; `nil` if it is.
    package func gap(comparedWith outside: ProcessFacts, separated: [Namespace] = Namespace.allCases) -> Gap? {
        guard filterMode == 2 else { return .noFilter }
        if let filters, let inherited = outside.filters, filters <= inherited { return .noFilter }
        guard refusesPrivileges else { return .privileges }
        for kind in separated {
            guard let own = namespaces[kind], let other = outside.namespaces[kind] else { return .unreadable(kind) }
            if own == other { return .shared(kind) }
        }
        return nil
    }
}
