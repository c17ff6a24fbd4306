import Glibc
import Testing

@testable import Confinement

@Suite struct ProcessFactsTests {
    private static let own: [ProcessFacts.Namespace: String] = [
        .processes: "pid:[1]", .files: "mnt:[2]", .network: "net:[3]",
    ]
    private static let other: [ProcessFacts.Namespace: String] = [
        .processes: "pid:[4]", .files: "mnt:[5]", .network: "net:[6]",
    ]

    private static func status(
        filter: Int = 2, filters: Int? = 1, noNewPrivileges: Int = 1, state: String = "S (sleeping)",
        memory: String? = "1024 kB"
    ) -> String {
        """
        Name:\tWebKitWebProces
        State:\t\(state)
        \(memory.map { "VmSize:\t\($0)" } ?? "")
        NoNewPrivs:\t\(noNewPrivileges)
        Seccomp:\t\(filter)
        \(filters.map { "Seccomp_filters:\t\($0)" } ?? "")
        """
    }

    private func facts(
        _ status: String, _ namespaces: [ProcessFacts.Namespace: String] = Self.other
    ) throws -> ProcessFacts {
        try #require(ProcessFacts(status: status, namespaces: namespaces))
    }

    private func outside(filter: Int = 0, filters: Int? = 0) throws -> ProcessFacts {
        try facts(Self.status(filter: filter, filters: filters, noNewPrivileges: 0), Self.own)
    }

    @Test func `a process with a filter and namespaces of its own is confined`() throws {
        #expect(try facts(Self.status()).gap(comparedWith: outside()) == nil)
        #expect(try facts(Self.status(filters: nil)).gap(comparedWith: outside(filters: nil)) == nil)
    }

    @Test func `a process without a filter, or with the filter of its parent, is not confined`() throws {
        #expect(try facts(Self.status(filter: 0, filters: 0)).gap(comparedWith: outside()) == .noFilter)
        // Strict mode is not what the sandbox sets.
        #expect(try facts(Self.status(filter: 1)).gap(comparedWith: outside()) == .noFilter)
        // In many containers every process has the filter of the container.
        let container = try outside(filter: 2, filters: 1)
        #expect(try facts(Self.status(filters: 1)).gap(comparedWith: container) == .noFilter)
        #expect(try facts(Self.status(filters: 2)).gap(comparedWith: container) == nil)
        #expect(try facts("Name:\tx").gap(comparedWith: outside()) == .noFilter)
    }

    @Test func `a process that may gain privileges is not confined`() throws {
        #expect(try facts(Self.status(noNewPrivileges: 0)).gap(comparedWith: outside()) == .privileges)
    }

    @Test(arguments: ProcessFacts.Namespace.allCases)
    func `a process that shares a namespace, or hides it, is not confined`(kind: ProcessFacts.Namespace) throws {
        var namespaces = Self.other
        namespaces[kind] = Self.own[kind]
        #expect(try facts(Self.status(), namespaces).gap(comparedWith: outside()) == .shared(kind))
        namespaces[kind] = nil
        #expect(try facts(Self.status(), namespaces).gap(comparedWith: outside()) == .unreadable(kind))
    }

    @Test func `a name cannot pretend a filter`() throws {
        // The kernel escapes line breaks in a name; a later field of the same name does not count either.
        let text = "Name:\tx\\nSeccomp:\t2\nSeccomp:\t0\nSeccomp:\t2\nNoNewPrivs:\t1\n"
        #expect(try facts(text).gap(comparedWith: outside()) == .noFilter)
    }

    @Test func `a process that has ended is recognized`() throws {
        #expect(try facts(Self.status(state: "Z (zombie)")).hasEnded)
        #expect(try !facts(Self.status()).hasEnded)
        // It is about to end: its memory is gone, its namespaces are or will be, and its state is not that of a zombie.
        #expect(try facts(Self.status(state: "R (running)", memory: nil)).hasEnded)
        #expect(ProcessFacts(status: "", namespaces: [:]) == nil)
        #expect(ProcessFacts(status: "\u{0}:\n:::\n", namespaces: [:]) == nil)
    }

    @Test func `this process is not confined compared with itself`() throws {
        let own = try #require(ProcessFacts(getpid()))
        #expect(own.gap(comparedWith: own) != nil)
        #expect(ProcessFacts(0) == nil)
    }
}
