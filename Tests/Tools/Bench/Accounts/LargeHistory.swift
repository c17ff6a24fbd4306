import Bitcoin
import BitcoinWallet
import Bridge
import ChainServers
import Keys
import Network
import Primitives
import Store
import WalletCore

/// The history of an account of the demo phrase on a real server: a transaction for each payment that it got, half of
/// whose coins were spent again.
@MainActor struct LargeHistory {
    /// The numbers of an account.
    struct Size {
        /// The number of payments to the account, of coins that were spent again, and of those in one transaction.
        let received, spent, each: Int

        /// The number of addresses.
        let addresses: UInt32

        var transactions: Int { received + spent / each }
        var coins: Int { received - spent }

        /// 10,000 transactions, of which 5,000 coins are left.
        static let large = Size(received: 9990, spent: 4990, each: 499, addresses: 1000)

        /// 1,000 transactions, of which 500 coins are left.
        static let small = Size(received: 999, spent: 499, each: 499, addresses: 100)
    }

    let ledger: LedgerServer
    let record: CoinAccountRecord
    let scripts: [Script]
    let size: Size
    private let keys: DemoKeys
    private let path: DerivationPath

    /// The value of each coin in satoshis.
    private static let value: UInt64 = 10_000

    /// Makes it, in blocks of the server's node; the account is one of `utxoChain`.
    static func made(_ size: Size = .large, on utxoChain: UTXOChain = .bitcoin) async throws -> LargeHistory {
        let history = try await LargeHistory(size, on: utxoChain, ledger: ChainServers.shared.bitcoin)
        let scripts = history.scripts.map { JSON.string(Hex.encode($0.bytes)) }
        try await history.ledger.order(
            "fill",
            [
                "scripts": .array(scripts), "count": .number(JSONNumber(size.received)),
                "value": .number(JSONNumber(Int(value))), "blocks": 200,
            ])
        try await history.spend()
        return history
    }

    private init(_ size: Size, on utxoChain: UTXOChain, ledger: LedgerServer) throws {
        self.size = size
        self.ledger = ledger
        keys = try DemoKeys()
        path = try DerivationStandard.bip84.path(account: 0, isTest: utxoChain.isTest)
        let account = try keys.extendedPublicKey(at: path)
        scripts = try (0..<size.addresses).map { index in
            let key = try account.derived(DerivationPath(indices: [0, index])).publicKey
            guard let script = ScriptType.p2wpkh.script(of: key) else { throw BenchError("A key has no script.") }
            return script
        }
        guard let first = scripts.first,
            let record = CoinAccountRecord(utxoChain, .p2wpkh, .phrase(path), first: first, name: "Account")
        else { throw BenchError("The account has no address.") }
        self.record = record
    }

    /// Spends coins until as many are left as wanted: in few transactions, because each coin needs a signature.
    private func spend() async throws {
        let servers = servers()
        let unspent = try await servers.unspent(of: scripts.map { ScriptHash(ofScript: $0.bytes) })
        let coins = zip(scripts.indices, unspent).flatMap { index, outputs in outputs.map { (index, $0) } }
        let elsewhere = Destination.witness(version: 0, program: [UInt8](repeating: 7, count: 20)).script
        for first in stride(from: 0, to: size.spent, by: size.each) {
            let part = coins[first..<first + size.each]
            let transaction = try UnsignedBitcoinTransaction(
                spendingAll: part.map { index, output in
                    Coin(output.outPoint, Output(output.value, to: scripts[index]), .bitcoin(.p2wpkh))
                }, paying: [Output(0, to: elsewhere)], restTo: 0, on: .bitcoin, fee: { FeeRate.least.fee(for: $0) })
            let places = Dictionary(uniqueKeysWithValues: part.map { ($1.outPoint, $0) })
            let signed = try transaction.signed { (place, digest) throws(KeyError) in
                let index = places[transaction.coins[place].outPoint].flatMap { UInt32(exactly: $0) } ?? 0
                let path = try DerivationPath(indices: path.indices + [0, index])
                return (.ecdsa(try keys.sign(digest, at: path).signature), try keys.publicKey(at: path))
            }
            try await ledger.submit(signed.bytes(.witness))
        }
        try await ledger.mine()
        await servers.close()
    }

    /// A client of the server without faults.
    func servers() -> ElectrumServers {
        ElectrumServers(
            record.utxoChain, at: [ledger.proxies[1]], dialer: SocketDialer(),
            rules: ChainRules(checkpoint: nil, easiest: 0x207F_FFFF),
            timing: ElectrumTiming(answering: .seconds(120)))
    }

    /// The account as after a start, with what `store` has.
    func account(in store: any CoinStore, at server: (any CoinServer)?) async throws -> AccountSynchroniser {
        try await store.add(record)
        return AccountSynchroniser(
            record, source: ExtendedKeyScripts(try keys.extendedPublicKey(at: path), .p2wpkh), server: server,
            store: store, now: { 1_800_000_000 })
    }

    /// The wallet of the demo phrase, whose payments `user` decides.
    func wallet(in store: Store, at servers: ElectrumServers, _ user: BenchUser) throws -> CoinWallet {
        let account = try WalletSigner(signer: keys, account: Account(name: "Account", index: 0))
        let coins = CoinSender(
            activeAccount: account, gate: user.gate, journal: store.journal, store: store.coins,
            servers: [.bitcoin: servers])
        return CoinWallet(activeAccount: account, coins: coins, store: store.coins, recipients: store.recipients)
    }

    /// Sends as many coins as fit into one transaction, after the decision of `user`.
    func sendEverything(
        of id: AccountID, from wallet: CoinWallet, _ user: BenchUser
    ) async -> Result<JSON, RPCError> {
        guard let asset = wallet.assets(of: id).first else { return .failure(.locked) }
        let recipient = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        let dispatcher = RequestDispatcher(handler: Router([:]), gate: user.gate)
        return await dispatcher.run("send") { request throws(RPCError) in
            .string(
                try await wallet.send(
                    SendForm(from: id, asset, to: [SendForm.Payee(recipient, .all)]), for: request))
        }
    }

    /// Fails if `snapshot` is not the whole history.
    func check(_ snapshot: CoinAccountSnapshot) throws {
        let (transactions, coins) = (snapshot.ledger.transactions.count, snapshot.coins.count)
        guard transactions == size.transactions, coins == size.coins,
            snapshot.balance.confirmed == UInt64(coins) * Self.value
        else { throw BenchError("The account has \(transactions) transactions and \(coins) coins.") }
    }
}

/// The questions of a first synchronisation, whose answers nobody keeps.
@MainActor struct BareQuestions {
    private let history: LargeHistory

    init(_ history: LargeHistory) { self.history = history }

    /// Asks for statuses, histories, transactions and proofs, in the sizes and at the pace of the wallet.
    func ask() async throws {
        let servers = history.servers()
        let hashes = history.scripts.map { ScriptHash(ofScript: $0.bytes) }
        var claims: [TransactionID: Int] = [:]
        for first in stride(from: 0, to: hashes.count, by: 500) {
            let part = Array(hashes[first..<min(first + 500, hashes.count)])
            _ = try await servers.statuses(of: part)
            for entry in try await servers.history(of: part).joined() { claims[entry.id] = entry.height ?? 0 }
        }
        let all = Array(claims)
        let batches = stride(from: 0, to: all.count, by: 50).map { Array(all[$0..<min($0 + 50, all.count)]) }
        try await atOnce(batches) { _ = try await servers.transactions($0.map(\.key)) }
        try await atOnce(batches) {
            _ = try await servers.places(of: $0.compactMap { MinedClaim($0.key, size: 200, at: $0.value) })
        }
        await servers.close()
    }

    private func atOnce(
        _ batches: [[(key: TransactionID, value: Int)]],
        _ work: @escaping @Sendable ([(key: TransactionID, value: Int)]) async throws -> Void
    ) async throws {
        for first in stride(from: 0, to: batches.count, by: 4) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for batch in batches[first..<min(first + 4, batches.count)] { group.addTask { try await work(batch) } }
                try await group.waitForAll()
            }
        }
    }
}

/// A user who decides everything in the same way.
@MainActor final class BenchUser: Approver {
    /// The decision.
    var decision = Decision.rejected

    private(set) lazy var gate = Gate(approver: self)

    func decide(_ question: PendingApproval) async -> Decision { decision }
}
