import BigInt
import Bitcoin
import Bridge
import Ethereum
import Foundation
import Keys
import LocalServer
import Network
import Primitives
import Simulators
import WalletCore

/// The simulated chains: how long their start takes, how many signed payments they take in a second, and what these need of
/// memory.
struct ChainCourse {
    var rounds = 5

    /// The number of payments in a round.
    var count = 10_000

    /// How many accounts pay at the same time over HTTP.
    private static let payers = 8

    /// Measures, and gives the rows of the table.
    func run() async throws -> [Summary] {
        var rows = [try await start()]
        for utxoChain in [UTXOChain.regtest, .cashRegtest] { rows += try coins(on: utxoChain) }
        rows += try await ethereum()
        return rows.map(\.summary)
    }

    private var memory: Double { Double(ProcessTree.memory(of: getpid()) ?? 0) / 1e6 }

    private func seconds(_ work: () async throws -> Void) async rethrows -> Double {
        let start = MonotonicTime.milliseconds
        try await work()
        return (MonotonicTime.milliseconds - start) / 1_000
    }

    /// A chain with its server, beside the server alone.
    private func start() async throws -> Row {
        var row = Row("start of a chain | its server", "ms", goal: .oursAtMost(50))
        for round in 0...rounds {
            let bare = try await seconds { try await LineServer(lineLimit: 1_000) { _ in }.close() }
            let trusted = try await seconds { try await CoinSimulator(isBitcoin: round.isMultiple(of: 2)).stop() }
            if round > 0 { row.add(trusted: trusted * 1_000, baseline: bare * 1_000) }
        }
        return row
    }

    /// Payments that are taken and mined, beside the verification of a signature for each; and the memory beside their size.
    private func coins(on utxoChain: UTXOChain) throws -> [Row] {
        let name = utxoChain.ledger == .bitcoin ? "Bitcoin" : "BCH Schnorr"
        var rate = Row("\(name) payments | a signature", "payments/s", goal: .oursAtLeast(1_000))
        var space = Row("\(name), \(count) payments | bytes", "MB", goal: .oursAtMost(100))
        for round in 0...rounds {
            let ledger = try RegtestLedger(isBitcoin: utxoChain.ledger == .bitcoin)
            let payments = try CoinPayments(count, on: ledger, utxoChain)
            let (before, start) = (memory, MonotonicTime.milliseconds)
            for payment in payments.all { try ledger.submit(payment) }
            // A block has room for several thousand.
            while !ledger.waiting.isEmpty { try ledger.mine() }
            let took = (MonotonicTime.milliseconds - start) / 1_000
            if round == 0 {
                let size = payments.all.reduce(0) { $0 + $1.count }
                space.add(trusted: memory - before, baseline: Double(size) / 1e6)
                continue
            }
            rate.add(
                trusted: Double(count) / took, baseline: Double(count) / ProcessorTime.of(count, payments.verify))
        }
        return [rate, space]
    }

    /// Payments over HTTP, each in a block at once, beside requests for the chain ID; and their memory beside their size.
    private func ethereum() async throws -> [Row] {
        var rate = Row("Ethereum over HTTP | eth_chainId", "payments/s", goal: .oursAtLeast(1_000))
        var space = Row("Ethereum, \(count) payments | bytes", "MB", goal: .oursAtMost(100))
        for round in 0...rounds {
            let chain = EthereumChain(chainID: 1)
            try await chain.start()
            let payments = try await NodePayments(count / Self.payers, by: Self.payers, on: chain)
            let before = memory
            let took = try await seconds { try await payments.send(payments.all, to: chain.address) }
            guard chain.transactionCount == payments.paid else {
                throw BenchError("the chain has not taken all payments")
            }
            if round == 0 {
                space.add(trusted: memory - before, baseline: Double(payments.size) / 1e6)
            } else {
                let bare = try await seconds { try await payments.send(payments.questions, to: chain.address) }
                rate.add(trusted: Double(count) / took, baseline: Double(count) / bare)
            }
            await chain.stop()
        }
        return [rate, space]
    }
}

/// Signed payments of coins, each of a coin of its own.
private struct CoinPayments {
    let all: [[UInt8]]
    private let key: PublicKey
    private let signature: Signature
    private let schnorr: SchnorrSignature?
    private let digest: Digest32

    init(_ count: Int, on ledger: RegtestLedger, _ utxoChain: UTXOChain) throws {
        let isBitcoin = utxoChain.ledger == .bitcoin
        let (keys, path) = (try DemoKeys(), try DerivationPath("m/44'/145'/9'/0/1"))
        let scheme: SpendingScheme = isBitcoin ? .bitcoin(.p2wpkh) : .bitcoinCashSchnorr
        let (key, other) = (try keys.publicKey(at: path), Destination.publicKey(hash: [UInt8](repeating: 9, count: 20)))
        let script = try scheme.destination(of: key).script
        var coins: [Coin] = []
        while coins.count < count {
            let size = min(2_000, count - coins.count)
            let id = try ledger.pay([(UInt64, [UInt8])](repeating: (10_000, script.bytes), count: size))
            try ledger.mine()
            guard let source = TransactionID(id) else { throw BenchError("\(id) is no ID") }
            coins += (0..<size).map { Coin(OutPoint(source, UInt32($0)), Output(10_000, to: script), scheme) }
        }
        all = try coins.map { coin in
            let draft = try UnsignedBitcoinTransaction(
                BitcoinTransaction(inputs: [.init(coin.outPoint)], outputs: [Output(9_000, to: other.script)]),
                spending: [coin], on: scheme.ledger)
            let signed = try draft.signed { (_, digest) throws(KeyError) in
                (try keys.sign(digest, for: scheme, at: path), key)
            }
            return signed.bytes(isBitcoin ? .witness : .plain)
        }
        self.key = key
        digest = SHA256.hash("bench".utf8)
        let own = try PrivateKey(SecretBytes(copying: [UInt8](repeating: 9, count: 32)))
        signature = try own.sign(digest).signature
        schnorr = isBitcoin ? nil : try own.signSchnorr(digest)
    }

    /// Verifies a signature, which is not by this key: that takes as long.
    func verify() {
        _ = schnorr.map { key.verifies($0, of: digest) } ?? key.verifies(signature, of: digest)
    }
}

/// Signed payments of several accounts, as requests to a node.
private struct NodePayments {
    /// The requests of each account, in their order.
    let all: [[[UInt8]]]

    /// How many transactions the chain has in the end.
    let paid: Int

    /// The bytes of the transactions.
    let size: Int

    init(_ count: Int, by payers: Int, on chain: EthereumChain) async throws {
        var (all, size) = ([[[UInt8]]](), 0)
        let other = try EthereumAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
        for payer in 0..<payers {
            let key = try PrivateKey(SecretBytes(copying: [UInt8](repeating: UInt8(payer + 1), count: 32)))
            let address = EthereumAddress(try key.publicKey())
            _ = try await chain.fund(address.description, "1000", asset: nil)
            var own: [[UInt8]] = []
            for nonce in 0..<count {
                let transaction = try EthereumTransaction(
                    chainID: chain.chainID, nonce: UInt64(nonce),
                    fees: .dynamic(maxFee: 100_000_000_000, maxPriorityFee: 1_000_000_000), gasLimit: 21_000, to: other,
                    value: 1)
                let raw = transaction.signed(try key.sign(transaction.digest))
                size += raw.count
                own.append(Self.request("eth_sendRawTransaction", [.string(Quantity.text(bytes: raw))]))
            }
            all.append(own)
        }
        (self.all, self.size) = (all, size)
        paid = chain.transactionCount + count * payers
    }

    private static func request(_ method: String, _ params: JSON) -> [UInt8] {
        (["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params] as JSON).bytes
    }

    /// As many requests that change nothing.
    var questions: [[[UInt8]]] { all.map { $0.map { _ in Self.request("eth_chainId", []) } } }

    /// Sends the requests of each account one after the other, and those of the accounts at the same time.
    func send(_ requests: [[[UInt8]]], to url: String) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for own in requests {
                group.addTask {
                    let client = WebClient()
                    for body in own {
                        let answer = try await client.send(
                            HTTPRequest(.post, url, headers: [("Content-Type", "application/json")], body: body))
                        guard try JSON(parsing: answer.body)["result"] != nil else {
                            throw BenchError("the node refuses: \(String(decoding: answer.body, as: UTF8.self))")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
