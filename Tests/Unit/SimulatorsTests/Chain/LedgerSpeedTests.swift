import Bitcoin
import Foundation
import Keys
import Primitives
import Simulators
import Testing
import WalletCore

/// Prints how long a simulated chain takes; `CHAIN_SPEED` says with how many transactions.
@Suite(.timeLimit(.minutes(15))) struct LedgerSpeedTests {
    private static let count = ProcessInfo.processInfo.environment["CHAIN_SPEED"].flatMap { Int($0) } ?? 500

    /// The memory of this process in kilobytes.
    private static func memory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    @Test(arguments: [UTXOChain.regtest, .cashRegtest])
    func `every signed payment is taken and mined`(on utxoChain: UTXOChain) throws {
        let (clock, isBitcoin) = (ContinuousClock(), utxoChain.ledger == .bitcoin)
        var made: RegtestLedger?
        let start = try clock.measure { made = try RegtestLedger(isBitcoin: isBitcoin) }
        let ledger = try #require(made)
        let (keys, path) = (try DemoKeys(), try DerivationPath("m/44'/145'/9'/0/1"))
        let scheme: SpendingScheme = isBitcoin ? .bitcoin(.p2wpkh) : .bitcoinCashSchnorr
        let (key, other) = (try keys.publicKey(at: path), Destination.publicKey(hash: [UInt8](repeating: 9, count: 20)))
        let script = try scheme.destination(of: key).script
        var coins: [Coin] = []
        while coins.count < Self.count {
            let size = min(2_000, Self.count - coins.count)
            let id = try ledger.pay([(UInt64, [UInt8])](repeating: (10_000, script.bytes), count: size))
            try ledger.mine()
            let source = try #require(TransactionID(id))
            coins += (0..<size).map { Coin(OutPoint(source, UInt32($0)), Output(10_000, to: script), scheme) }
        }
        let payments = try coins.map { coin in
            let draft = try UnsignedBitcoinTransaction(
                BitcoinTransaction(inputs: [.init(coin.outPoint)], outputs: [Output(9_000, to: other.script)]),
                spending: [coin], on: scheme.ledger)
            let signed = try draft.signed { (_, digest) throws(KeyError) in
                (try keys.sign(digest, for: scheme, at: path), key)
            }
            return signed.bytes(isBitcoin ? .witness : .plain)
        }
        let before = Self.memory()
        let taking = try clock.measure { for payment in payments { try ledger.submit(payment) } }
        #expect(ledger.waiting.count == Self.count)
        let mining = try clock.measure { try ledger.mine(3) }
        #expect(ledger.waiting == [])
        print(
            "\(utxoChain.name): start \(start); \(Self.count) payments taken in \(taking), mined in \(mining), "
                + "\(Self.memory() - before) kB more memory")
    }
}
