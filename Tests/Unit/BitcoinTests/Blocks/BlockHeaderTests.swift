import Bitcoin
import Primitives
import Testing

@Suite struct BlockHeaderTests {
    /// The genesis block of Bitcoin and Bitcoin Cash.
    private static let first =
        "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f61"
        + "7fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c"

    /// The block after it.
    private static let second =
        "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee1467"
        + "7ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299"

    private func header(_ text: String) throws -> BlockHeader {
        try #require(Hex.decode(text).flatMap(BlockHeader.init))
    }

    @Test func `the first blocks of the chain are read, are linked and have a valid proof of work`() throws {
        let (first, second) = (try header(Self.first), try header(Self.second))
        #expect(
            Hex.encode(first.hash.reversed()) == "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")
        #expect(first.time == 1_231_006_505)
        #expect(first.bits == 0x1D00_FFFF)
        #expect(second.follows(first))
        #expect(!first.follows(second))
        #expect(first.hasItsWork && second.hasItsWork)
    }

    @Test func `changing any bit invalidates the proof of work`() throws {
        let bytes = try header(Self.first).bytes
        for bit in 0..<640 {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(BlockHeader(changed)?.hasItsWork == false)
        }
    }

    @Test func `a header must have 80 bytes`() throws {
        let bytes = try header(Self.first).bytes
        #expect(BlockHeader(Array(bytes.dropLast())) == nil)
        #expect(BlockHeader(bytes + [0]) == nil)
    }

    @Test(
        arguments: [
            (0x1D00_FFFF, 4, 0xFF), (0x0300_0001, 31, 1), (0x207F_FFFF, 0, 0x7F), (0x0201_0000, 30, 1),
        ] as [(UInt32, Int, UInt8)])
    func `the compact form encodes a 256-bit target`(bits: UInt32, place: Int, digit: UInt8) throws {
        let target = try #require(header(bits: bits)?.target)
        #expect(target.firstIndex { $0 != 0 } == place)
        #expect(target[place] == digit)
    }

    @Test(arguments: [0, 0x1D00_0000, 0x1D80_FFFF, 0x2200_FFFF, 0xFF00_0001, 0x0100_0001] as [UInt32])
    func `a compact form that is negative, zero or too large gives an impossible target`(bits: UInt32) {
        #expect(header(bits: bits)?.target == nil)
        #expect(header(bits: bits)?.hasItsWork == false)
    }

    private func header(bits: UInt32) -> BlockHeader? {
        BlockHeader([UInt8](repeating: 0, count: 72) + (0..<4).map { UInt8(bits >> (8 * $0) & 0xFF) } + [0, 0, 0, 0])
    }

    @Test func `a Merkle proof matches the root of its block and no other`() throws {
        // A block of three: the last hash is duplicated.
        let leaves = (1...3).map { [UInt8](repeating: $0, count: 32) }
        let right = SHA256.hashTwice(leaves[2] + leaves[2]).bytes
        let left = SHA256.hashTwice(leaves[0] + leaves[1]).bytes
        let root = SHA256.hashTwice(left + right).bytes
        let header = try #require(
            BlockHeader([UInt8](repeating: 0, count: 36) + root + [UInt8](repeating: 0, count: 12)))
        let proof = try #require(MerkleProof(position: 1, branch: [leaves[0], right]))
        #expect(proof.holds(for: leaves[1], in: header))
        #expect(!proof.holds(for: leaves[0], in: header))
        #expect(MerkleProof(position: 0, branch: [leaves[0], right])?.holds(for: leaves[1], in: header) == false)
        #expect(MerkleProof(position: 5, branch: [leaves[0], right]) == nil)
        #expect(MerkleProof(position: 0, branch: [[1]]) == nil)
        #expect(MerkleProof(position: 0, branch: Array(repeating: right, count: 33)) == nil)
    }

    @Test func `the real rules distinguish the two ledgers and refuse a low difficulty`() throws {
        let (cash, coin) = (UTXOChain.bitcoinCash.chainRules, UTXOChain.bitcoin.chainRules)
        #expect(cash.checkpoint?.height == 478_559 && coin.checkpoint?.height == 478_559)
        #expect(cash.checkpoint?.hash != coin.checkpoint?.hash)
        #expect(!cash.allow(try header(Self.first)))
        #expect(!coin.allow(try header(Self.first)))
    }
}
