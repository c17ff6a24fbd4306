/// Weighs a host and its page.
enum Scale {
    /// How long both may tidy up before; WebKit collects garbage some seconds after a page has fallen quiet.
    static let rest = Duration.seconds(8)

    /// What both hold, in bytes; the memory that a machine's processes share counts by each one's part.
    static func weigh(_ contestant: Contestant) async throws -> (host: Double, page: Double) {
        try await Task.sleep(for: rest)
        let tree = contestant.tree
        guard let page = tree.page, let pageBytes = ProcessTree.memory(of: page),
            let hostBytes = ProcessTree.memory(of: tree.root)
        else { throw BenchError("the kernel does not tell the memory of \(contestant.name)") }
        return (Double(hostBytes), Double(pageBytes))
    }
}
