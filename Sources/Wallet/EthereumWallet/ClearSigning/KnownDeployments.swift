internal import Ethereum

/// Contracts of well-known protocols as their developers publish them, in tables with a line for a name: the IDs of the
/// chains, the name, and addresses.
enum KnownDeployments {
    /// Contracts that hand on what they get, such as routers.
    static let passages = rows(exchanges) + rows(crossings) + rows(routers)

    /// Contracts that record whose it is what they get.
    static let ledgers = rows(deposits) + rows(vaults) + rows(services) + rows(stakes)

    /// Bridges to their caller’s account, or to one that a call names.
    static let ferries = rows(bridges) + rows(passes)

    private static func rows(_ table: String) -> [KnownContracts.Row] {
        table.split(separator: "\n").flatMap { line -> [KnownContracts.Row] in
            let halves = line.split(separator: ": ", maxSplits: 1)
            let head = halves.first?.split(separator: " ", maxSplits: 1) ?? []
            // A line that is not well formed is a bug, which a test finds.
            guard halves.count == 2, head.count == 2 else { return [] }
            let chains = head[0].split(separator: ",").compactMap { UInt64($0) }
            guard !chains.isEmpty else { return [] }
            return halves[1].split(separator: " ").map { (chains, String($0), String(head[1])) }
        }
    }
}
