internal import BigInt
internal import Ethereum
internal import Primitives

/// The transactions of a simulated chain, and the allowances of tokens that they set.
struct SimulatedBlocks: Sendable {
    /// A transaction that was sent.
    struct Sent: Sendable {
        let hash: String
        let bytes: [UInt8]

        /// The number of its block; `nil` while it waits.
        var block: Int?
        var succeeds = true
    }

    private var sent: [Sent] = []
    private var mining = ChainSimulator.Mining.immediate
    private var allowances: [Key: String] = [:]

    private struct Key: Hashable {
        let token: String
        let owner: String
        let spender: String
    }

    /// The hashes in the order in which the transactions were sent.
    var hashes: [String] { sent.map(\.hash) }

    /// How many are in a block.
    var minedCount: Int { sent.count { $0.block != nil } }

    /// The transaction with this hash.
    func transaction(_ hash: String) -> Sent? { sent.first { $0.hash == hash } }

    mutating func add(_ hash: String, _ bytes: [UInt8]) {
        guard transaction(hash) == nil else { return }
        sent.append(Sent(hash: hash, bytes: bytes))
        mine(mining)
    }

    mutating func mine(_ mining: ChainSimulator.Mining) {
        self.mining = mining
        guard mining != .never else { return }
        for place in sent.indices where sent[place].block == nil {
            sent[place].succeeds = mining == .immediate
            sent[place].block = minedCount + 1
            if sent[place].succeeds { apply(sent[place].bytes) }
        }
    }

    /// The answer to a call of `allowance(address,address)`; `nil` for other calls.
    func allowance(_ contract: String?, _ data: String?) -> String? {
        guard let contract, let data = data?.lowercased(), data.hasPrefix("0xdd62ed3e"), data.utf8.count == 138 else {
            return nil
        }
        let arguments = data.dropFirst(10)
        let key = Key(
            token: contract.lowercased(), owner: "0x\(arguments.prefix(64).suffix(40))",
            spender: "0x\(arguments.suffix(40))")
        return allowances[key] ?? "0x" + String(repeating: "0", count: 64)
    }

    /// Sets the allowance of a call of `approve(address,uint256)`.
    private mutating func apply(_ bytes: [UInt8]) {
        guard let signed = try? SignedTransaction(raw: bytes), let token = signed.transaction.to else { return }
        let data = Hex.encode(signed.transaction.data)
        guard data.hasPrefix("095ea7b3"), data.utf8.count == 136 else { return }
        let key = Key(
            token: token.description.lowercased(), owner: signed.sender.description.lowercased(),
            spender: "0x\(data.dropFirst(8).prefix(64).suffix(40))")
        allowances[key] = "0x\(data.suffix(64))"
    }
}
