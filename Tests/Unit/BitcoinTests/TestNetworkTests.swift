import Bitcoin
import Bridge
import Primitives
import TestSupport
import Testing

/// The test networks: their addresses, payment links and rules, apart from those of the chains with value.
@Suite struct TestNetworkTests {
    private static let destinations = [
        Destination.publicKey(hash: [UInt8](repeating: 5, count: 20)), .script(hash: [UInt8](repeating: 6, count: 20)),
        .witness(version: 0, program: [UInt8](repeating: 7, count: 20)),
        .witness(version: 1, program: [UInt8](repeating: 8, count: 32)),
    ]

    @Test(arguments: UTXOChain.testnets)
    func `an address with value is refused on a test network, and the reverse`(_ chain: UTXOChain) throws {
        let main: UTXOChain = chain.ledger == .bitcoin ? .bitcoin : .bitcoinCash
        var count = 0
        for destination in Self.destinations {
            guard let own = destination.address(on: chain), let other = destination.address(on: main) else { continue }
            #expect(try Destination(own, on: chain) == destination)
            #expect(throws: BitcoinError.self, "\(other)") { try Destination(other, on: chain) }
            #expect(throws: BitcoinError.self, "\(own)") { try Destination(own, on: main) }
            count += 1
        }
        #expect(count == (chain.ledger == .bitcoin ? 4 : 2))
        // The form that Bitcoin and Bitcoin Cash shared names its network, too.
        let legacy = try #require(Self.destinations[0].legacyAddress(on: chain.network))
        #expect(try Destination(legacy, on: chain) == Self.destinations[0])
        #expect(throws: BitcoinError.address(.network)) { try Destination(legacy, on: main) }
    }

    @Test func `the addresses of the vectors are read and written`() throws {
        // Of Bitcoin Core, in its form before witnesses, which Bitcoin Cash has, too.
        var count = 0
        for row in try Vectors.json("bch-keyio/key_io_valid.json").array ?? []
        where row[2]?["isPrivkey"] == false && row[2]?["chain"] == "test" {
            let text = try #require(row[0]?.string)
            let script = Script(try #require(Hex.decode(row[1]?.string ?? "x")))
            for chain in UTXOChain.testnets {
                // Only Bitcoin Cash has script hashes of 32 bytes.
                guard chain.ledger == .bitcoinCash || script.bytes.count < 35 else {
                    #expect(throws: BitcoinError.address(.size)) { try Destination(text, on: chain) }
                    continue
                }
                #expect(try Destination(text, on: chain).script == script)
                #expect(script.destination?.legacyAddress(on: chain.network) == text)
                if chain.ledger == .bitcoin { #expect(script.destination?.address(on: chain) == text) }
            }
            for chain in UTXOChain.mainnets {
                #expect(throws: BitcoinError.address(.network)) { try Destination(text, on: chain) }
            }
            count += 1
        }
        // With witnesses (BIP-173, BIP-350).
        for row in try Vectors.json("btc-bitcoinjs/address.json")["standard"]?.array ?? [] {
            guard let text = row["bech32"]?.string, let network = row["network"]?.string, network != "bitcoin" else {
                continue
            }
            let own = UTXOChain.testnets.filter {
                $0.ledger == .bitcoin && $0.network == (network == "regtest" ? .regtest : .test)
            }
            let (version, program) = (row["version"]?.number?.integer, Hex.decode(row["data"]?.string ?? "x"))
            for chain in own {
                let destination = try Destination(text, on: chain)
                #expect(destination == .witness(version: version == 1 ? 1 : 0, program: program ?? []))
                #expect(destination.address(on: chain) == text)
            }
            for chain in UTXOChain.allCases where !own.contains(chain) {
                #expect(throws: BitcoinError.self, "\(text) on \(chain)") { try Destination(text, on: chain) }
            }
            count += 1
        }
        #expect(count == 9)
        // Of the specification of CashAddr, for F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9.
        let hash = try #require(Hex.decode("f5bf48b397dae70be82b3cca4793f8eb2b6cdac9"))
        let text = "bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t"
        #expect(Destination.script(hash: hash).address(on: .chipnet) == text)
        for chain in UTXOChain.allCases where chain != .chipnet {
            #expect(throws: BitcoinError.self, "\(chain)") { try Destination(text, on: chain) }
        }
        #expect(Destination.script(hash: hash).address(on: .cashRegtest)?.hasPrefix("bchreg:p") == true)
    }

    @Test func `an invoice is never one of a test network`() throws {
        func invoice(_ currency: String, _ address: String) -> [UInt8] {
            let output: JSON = ["amount": 1000, "address": .string(address)]
            let body: JSON = [
                "network": "main", "currency": .string(currency), "requiredFeeRate": 1, "outputs": [output],
                "time": "2026-01-01T00:00:00.000Z", "expires": "2026-01-01T00:15:00.000Z", "memo": "",
                "paymentUrl": "https://a.example/i/1", "paymentId": "1",
            ]
            return body.bytes
        }
        let hash = Destination.publicKey(hash: [UInt8](repeating: 5, count: 20))
        for chain in UTXOChain.allCases {
            let bytes = invoice(chain.rawValue, try #require(hash.address(on: chain)))
            if chain.isTest {
                #expect(throws: BitcoinError.invoice(.currency)) { try JSONInvoice(bytes) }
            } else {
                #expect(try JSONInvoice(bytes).utxoChain == chain)
            }
        }
    }

    @Test func `a test network is named as one, and has its own identifier and unit`() {
        #expect(UTXOChain.mainnets.map(\.rawValue) == ["BCH", "BTC"])
        #expect(UTXOChain.testnets.map(\.rawValue) == ["testnet4", "signet", "regtest", "chipnet", "cashRegtest"])
        #expect(Set(UTXOChain.allCases.map(\.chain)).count == 7)
        for chain in UTXOChain.allCases {
            #expect(chain.name.hasSuffix(" (test network)") == chain.isTest)
            #expect(chain.unit.hasPrefix("t") == chain.isTest)
            #expect(UTXOChain(anyCase: chain.rawValue.uppercased()) == chain)
        }
        for text in ["", "testnet", "testnet3", "BTC ", "bitcoin"] { #expect(UTXOChain(anyCase: text) == nil) }
    }

    @Test func `links pay on a test network only where it is expected`() throws {
        let hash = Destination.publicKey(hash: [UInt8](repeating: 5, count: 20))
        for chain in UTXOChain.testnets {
            let address = try #require(hash.address(on: chain))
            let text = chain.ledger == .bitcoin ? "bitcoin:\(address)?amount=0.5" : "\(address)?amount=0.5"
            #expect(throws: BitcoinError.self, "\(text)") { try BitcoinURI(text) }
            let link = try BitcoinURI(text, onTestNetwork: chain)
            #expect(link.utxoChain == chain && link.destination == hash && link.amount == 50_000_000)
        }
        let cash = try #require(hash.address(on: .bitcoinCash))
        #expect(try BitcoinURI(cash, onTestNetwork: .chipnet).utxoChain == .bitcoinCash)
        let main = try #require(hash.address(on: .bitcoin))
        #expect(throws: BitcoinError.self) { try BitcoinURI("bitcoin:\(main)", onTestNetwork: .signet) }
        let regtest = try #require(hash.address(on: .cashRegtest))
        #expect(throws: BitcoinError.link(.scheme)) { try BitcoinURI(regtest, onTestNetwork: .chipnet) }
    }

    /// The first block of a network: its root, time, target and nonce, as the nodes' sources have them.
    private func genesis(_ root: String, _ time: UInt32, _ bits: UInt32, _ nonce: UInt32) throws -> BlockHeader {
        func little(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let hash = try #require(Hex.decode(root))
        let bytes = little(1) + [UInt8](repeating: 0, count: 32) + hash.reversed() + little(time) + little(bits)
        return try #require(BlockHeader(bytes + little(nonce)))
    }

    @Test func `the rules of a network begin with its first block, whose work they allow`() throws {
        let root = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"
        let testnet4 = "7aa0a7ae1e223414cb807e40cd57e667b718e42aaf9306db9102fe28912b7b4e"
        let blocks: [(UTXOChain, BlockHeader)] = [
            (.testnet4, try genesis(testnet4, 1_714_777_860, 0x1D00_FFFF, 393_743_547)),
            (.signet, try genesis(root, 1_598_918_400, 0x1E03_77AE, 52_613_770)),
            (.regtest, try genesis(root, 1_296_688_602, 0x207F_FFFF, 2)),
            (.cashRegtest, try genesis(root, 1_296_688_602, 0x207F_FFFF, 2)),
        ]
        for (chain, block) in blocks {
            let rules = chain.chainRules
            #expect(rules.checkpoint?.height == 0 && rules.checkpoint?.hash == block.hash)
            #expect(rules.allow(block))
            #expect(!UTXOChain.bitcoin.chainRules.allow(block) && !UTXOChain.bitcoinCash.chainRules.allow(block))
        }
        // A block that only a private network allows.
        #expect(!UTXOChain.testnet4.chainRules.allow(blocks[2].1) && !UTXOChain.signet.chainRules.allow(blocks[2].1))
        #expect(UTXOChain.chipnet.chainRules.allow(blocks[0].1) && !UTXOChain.chipnet.chainRules.allow(blocks[2].1))
        #expect(UTXOChain.chipnet.chainRules.checkpoint?.height == 121_957)
    }
}
