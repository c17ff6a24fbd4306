import Bitcoin
import Bridge
import Keys
import Network
import Primitives
import WalletCore

/// What the contract lets happen on the chain of a server.
protocol ContractChain: Sendable {
    var utxoChain: UTXOChain { get }
    func height() async throws -> Int
    /// Pays from coins of the chain's own in the first output of a transaction, which waits; returns its ID.
    func pay(_ value: UInt64, toScript script: [UInt8]) async throws -> String
    func mine() async throws
    /// Replaces the newest `depth` blocks by one more than these, without the transactions that were in them.
    func replaceBlocks(_ depth: Int) async throws
}

/// What every Electrum server of a regression test network does: questions, notifications, proofs, errors, limits.
///
/// Differences that clients must bear, and that are not part of it: ElectrumX has version 1.7 of the protocol, too;
/// the simulator says so at most 1.6. Fulcrum and the simulator know the token filters of Bitcoin Cash; ElectrumX refuses
/// a second argument. ElectrumX sends two notifications before it ends a connection without `server.version`, holds back
/// small answers, accepts batches of any length within its limit of bytes, and does not end a connection with an endless
/// line, of which it reads no more.
struct ElectrumContract {
    enum Clause: String, CaseIterable, Sendable {
        case versions, server, headers, checkpoints, scripts, news, transactions, proofs, broadcasts, replacements
        case fees, arguments, batches, reorganisation
    }

    let chain: any ContractChain
    let address: LineAddress

    /// Where it differs, each as a sentence.
    func breaches(of clause: Clause) async throws -> [String] {
        let found = Breaches()
        switch clause {
        case .versions: try await versions(found)
        case .server: try await server(found)
        case .headers: try await headers(found)
        case .checkpoints: try await checkpoints(found)
        case .scripts: try await scripts(found)
        case .news: try await news(found)
        case .transactions: try await transactions(found)
        case .proofs: try await proofs(found)
        case .broadcasts: try await broadcasts(found)
        case .replacements: try await replacements(found)
        case .fees: try await fees(found)
        case .arguments: try await arguments(found)
        case .batches: try await batches(found)
        case .reorganisation: try await reorganisation(found)
        }
        return found.all
    }

    /// Collects differences.
    final class Breaches {
        private(set) var all: [String] = []

        func expect(_ what: String, _ got: JSON?, _ wanted: JSON?) {
            if got != wanted { all.append("\(what): \(Self.text(got)) instead of \(Self.text(wanted))") }
        }

        func expect(_ what: String, _ got: Int?, _ wanted: Int?) {
            if got != wanted { all.append("\(what): \(got ?? 0) instead of \(wanted ?? 0)") }
        }

        func expect(_ what: String, _ holds: Bool) { if !holds { all.append(what) } }

        private static func text(_ value: JSON?) -> String {
            value.map { String(decoding: $0.bytes.prefix(300), as: UTF8.self) } ?? "nothing"
        }
    }

    func wire(_ versions: JSON = ["1.4", "1.6"]) async throws -> ElectrumWire {
        try await ElectrumWire(to: address, versions: versions)
    }

    /// A key that nobody has used.
    struct Owner {
        let path: DerivationPath
        let scheme: SpendingScheme
        let script: Script

        init(on utxoChain: UTXOChain) throws {
            path = try DerivationPath("m/44'/145'/9'/0/\(UInt32.random(in: 0..<1 << 31))")
            scheme = utxoChain.ledger == .bitcoin ? .bitcoin(.p2wpkh) : .bitcoinCashSchnorr
            script = try scheme.destination(of: DemoKeys().publicKey(at: path)).script
        }

        var hash: JSON { .string(Hex.encode(SHA256.hash(script.bytes).bytes.reversed())) }

        /// Spends the first output of a transaction.
        func spend(
            _ id: String, _ value: UInt64, paying paid: UInt64, to other: Script, sequence: UInt32 = .max
        ) throws -> String {
            guard let source = TransactionID(id) else { return "" }
            let (keys, path, scheme) = (try DemoKeys(), path, scheme)
            let coin = Coin(OutPoint(source, 0), Output(value, to: script), scheme)
            let draft = try UnsignedBitcoinTransaction(
                BitcoinTransaction(
                    inputs: [.init(coin.outPoint, sequence: sequence)], outputs: [Output(paid, to: other)]),
                spending: [coin], on: scheme.ledger)
            let signed = try draft.signed { (_, digest) throws(KeyError) in
                (try keys.sign(digest, for: scheme, at: path), try keys.publicKey(at: path))
            }
            return Hex.encode(signed.bytes(scheme.ledger == .bitcoin ? .witness : .plain))
        }
    }

    func owner() throws -> Owner { try Owner(on: chain.utxoChain) }

    /// The status of a history.
    static func status(_ history: JSON) -> JSON {
        let text = (history.array ?? []).map {
            "\($0["tx_hash"]?.string ?? ""):\($0["height"]?.number?.text ?? ""):"
        }.joined()
        return text.isEmpty ? .null : .string(Hex.encode(SHA256.hash(text.utf8).bytes))
    }

    static func hash(_ value: JSON?) -> [UInt8] { (Hex.decode(value?.string ?? "") ?? []).reversed() }

    static func header(_ value: JSON?) -> BlockHeader? { Hex.decode(value?.string ?? "").flatMap { BlockHeader($0) } }
}
