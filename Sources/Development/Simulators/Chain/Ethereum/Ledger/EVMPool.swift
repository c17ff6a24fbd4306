internal import BigInt
internal import Ethereum
internal import Primitives

/// The transactions that wait for a block, by the rules of Geth.
struct EVMPool: Sendable {
    /// The most transactions of an account, and altogether.
    private static let mostOfAccount = 1_024
    private static let most = 8_192

    /// The largest transaction in bytes.
    private static let largest = 131_072

    private(set) var accounts: [EthereumAddress: [UInt64: EVMTransaction]] = [:]
    private var hashes: [Digest32: EVMTransaction] = [:]

    /// What the waiting transactions of each account cost at most.
    private var costs: [EthereumAddress: BigUInt] = [:]

    /// The number of transactions.
    var count: Int { hashes.count }

    /// All transactions, by sender and nonce.
    var all: [EVMTransaction] {
        accounts.sorted { $0.key < $1.key }.flatMap { $0.value.values.sorted { $0.body.nonce < $1.body.nonce } }
    }

    /// The transaction with this hash; `nil` if it does not wait.
    subscript(hash: Digest32) -> EVMTransaction? { hashes[hash] }

    /// Adds a transaction, in place of one with the same nonce if it pays a tenth more.
    ///
    /// - Throws: ``SimulatorError/refused(_:)``.
    mutating func add(_ transaction: EVMTransaction, chainID: UInt64, gasLimit: UInt64, state: EVMState)
        throws(SimulatorError)
    {
        guard hashes[transaction.hash] == nil else { throw .refused("already known") }
        try Self.check(transaction, chainID: chainID, gasLimit: gasLimit)
        let (body, sender) = (transaction.body, state[transaction.sender])
        guard body.nonce >= sender.nonce else {
            throw .refused("nonce too low: next nonce \(sender.nonce), tx nonce \(body.nonce)")
        }
        guard sender.code.isEmpty || AccountDelegation(code: sender.code) != nil else {
            throw .refused("sender not an eoa: address \(transaction.sender)")
        }
        let waiting = accounts[transaction.sender] ?? [:]
        // What waits before it must be paid for, too.
        let before = (costs[transaction.sender] ?? 0) - (waiting[body.nonce]?.cost ?? 0)
        guard transaction.signature == nil || sender.balance >= before + transaction.cost else {
            let cost = before + transaction.cost
            throw .refused(
                "insufficient funds for gas * price + value: balance \(sender.balance), tx cost \(cost), "
                    + "overshot \(cost - sender.balance)")
        }
        if let old = waiting[body.nonce] {
            guard Self.replaces(body.fees.highest, old.body.fees.highest), Self.replaces(transaction.tip, old.tip)
            else { throw .refused("replacement transaction underpriced") }
        } else {
            guard waiting.count < Self.mostOfAccount, hashes.count < Self.most else {
                throw .refused("txpool is full")
            }
        }
        insert(transaction)
    }

    /// Whether a fee is high enough to replace another one.
    private static func replaces(_ fee: BigUInt, _ old: BigUInt) -> Bool { fee * 100 >= old * 110 && fee > old }

    /// Checks what the state does not matter for.
    private static func check(
        _ transaction: EVMTransaction, chainID: UInt64, gasLimit: UInt64
    ) throws(SimulatorError) {
        let body = transaction.body
        guard body.chainID != 0 else {
            throw .refused("only replay-protected (EIP-155) transactions allowed over RPC")
        }
        guard body.chainID == chainID else {
            throw .refused("invalid chain id for signer: have \(body.chainID) want \(chainID)")
        }
        guard transaction.size <= largest else {
            throw .refused("oversized data: transaction size \(transaction.size), limit \(largest)")
        }
        guard body.gasLimit <= gasLimit else { throw .refused("exceeds block gas limit") }
        guard body.gasLimit >= transaction.body.intrinsicGas else {
            throw .refused(
                "intrinsic gas too low: gas \(body.gasLimit), minimum needed \(transaction.body.intrinsicGas)")
        }
        guard body.gasLimit >= transaction.leastGas else {
            throw .refused(
                "insufficient gas for floor data gas cost: gas \(body.gasLimit), minimum needed \(transaction.leastGas)"
            )
        }
        guard transaction.tip >= 1 else {
            throw .refused("transaction underpriced: gas tip cap \(transaction.tip), minimum needed 1")
        }
    }

    /// Adds a transaction without checking it, such as one that a reorganisation took out of a block.
    mutating func insert(_ transaction: EVMTransaction) {
        if let old = accounts[transaction.sender]?[transaction.body.nonce] { remove(old) }
        accounts[transaction.sender, default: [:]][transaction.body.nonce] = transaction
        hashes[transaction.hash] = transaction
        costs[transaction.sender, default: 0] += transaction.cost
    }

    /// Removes a transaction.
    mutating func remove(_ transaction: EVMTransaction) {
        guard hashes.removeValue(forKey: transaction.hash) != nil else { return }
        accounts[transaction.sender]?[transaction.body.nonce] = nil
        costs[transaction.sender, default: transaction.cost] -= transaction.cost
        if accounts[transaction.sender]?.isEmpty == true {
            (accounts[transaction.sender], costs[transaction.sender]) = (nil, nil)
        }
    }

    /// Removes the transactions of an account whose nonces a block has used.
    mutating func drop(of account: EthereumAddress, below nonce: UInt64) {
        for (number, transaction) in accounts[account] ?? [:] where number < nonce { remove(transaction) }
    }

    /// The nonce after the transactions that follow one another from `nonce` on.
    func next(_ account: EthereumAddress, from nonce: UInt64) -> UInt64 {
        guard let waiting = accounts[account] else { return nonce }
        var next = nonce
        while waiting[next] != nil { next += 1 }
        return next
    }
}
