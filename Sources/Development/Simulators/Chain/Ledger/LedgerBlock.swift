internal import Bitcoin
internal import Primitives

/// A block of a simulated chain.
struct LedgerBlock: Sendable {
    let header: BlockHeader
    let hash: [UInt8]

    /// The IDs of its transactions, the coinbase first.
    let ids: [TransactionID]

    /// The target of every block of a regression test network, in its compact form.
    private static let bits: UInt32 = 0x207F_FFFF

    init(_ header: BlockHeader, _ ids: [TransactionID]) {
        (self.header, self.ids) = (header, ids)
        hash = header.hash
    }

    /// Finds a block with a proof of work.
    init(after previous: [UInt8], at time: UInt32, _ ids: [TransactionID]) throws(SimulatorError) {
        let root = MerkleTree.root(of: ids.map(\.bytes))
        for nonce in 0..<UInt32.max {
            guard let header = Self.header(version: 0x2000_0000, previous, root, time, nonce) else { break }
            if header.hasItsWork {
                self.init(header, ids)
                return
            }
        }
        throw .ledger("no block was found")
    }

    private static func header(
        version: UInt32, _ previous: [UInt8], _ root: [UInt8], _ time: UInt32, _ nonce: UInt32
    ) -> BlockHeader? {
        var bytes: [UInt8] = []
        bytes.append(number: version)
        bytes += previous + root
        bytes.append(number: time)
        bytes.append(number: bits)
        bytes.append(number: nonce)
        return BlockHeader(bytes)
    }

    /// The first block of the regression test networks of both ledgers, and its transaction.
    static func genesis() throws(SimulatorError) -> (block: LedgerBlock, transaction: BitcoinTransaction) {
        let text = "The Times 03/Jan/2009 Chancellor on brink of second bailout for banks"
        let key = Hex.decode(
            "04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb6"
                + "49f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f")
        guard let key, let nothing = TransactionID(reading: [UInt8](repeating: 0, count: 32)) else {
            throw .ledger("the first block is wrong")
        }
        let script = [4, 0xFF, 0xFF, 0, 0x1D, 1, 4, UInt8(text.utf8.count)] + Array(text.utf8)
        let transaction = BitcoinTransaction(
            version: 1, inputs: [.init(OutPoint(nothing, .max), script: Script(script))],
            outputs: [Output(50 * 100_000_000, to: Script([.push(key), .code(0xAC)]))])
        let header = header(
            version: 1, [UInt8](repeating: 0, count: 32), transaction.id.bytes, 1_296_688_602, 2)
        guard let header else { throw .ledger("the first block is wrong") }
        return (LedgerBlock(header, [transaction.id]), transaction)
    }
}
