import Bitcoin
import Bridge
import ChainServers
import Keys
import Network
import Primitives
import Simulators
import TestServers
import WalletCore

@testable import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// A wallet with an account of its own on a chain, and a site that asks it for payments.
@MainActor struct ServedWallet<Ledger: ServedLedger> {
    let utxoChain: UTXOChain
    let ledger: Ledger
    let servers: ElectrumServers
    let journal: MemoryJournal
    let site: TestSite
    private let index: UInt32

    /// Creates it with the account `index` of the demo phrase or the account of other keys, and with servers of the ledger.
    private init(
        _ utxoChain: UTXOChain, on ledger: Ledger, at addresses: [LineAddress], account index: UInt32,
        keys: WalletSigner?
    ) throws {
        (self.utxoChain, self.ledger, self.index) = (utxoChain, ledger, index)
        self.servers = try ElectrumServers(
            utxoChain, at: addresses,
            dialer: SocketDialer(trusting: .only(pem: TestIdentity.authority())),
            // The servers are on regression test networks, whose own rules the program has.
            rules: utxoChain.isTest ? nil : ChainRules(checkpoint: nil, easiest: 0x207F_FFFF),
            timing: ElectrumTiming(firstPause: .milliseconds(1), longestPause: .milliseconds(2)))
        journal = MemoryJournal()
        site = try TestSite(
            servers: [utxoChain: self.servers], journal: journal,
            activeAccount: keys
                ?? WalletSigner(signer: DemoKeys(), account: Account(name: "Account", index: index)))
    }

    /// The locking script of an address of the account.
    func script(_ place: UInt32, isChange: Bool = false) throws -> Script {
        let standard: DerivationStandard = utxoChain.ledger == .bitcoin ? .bip84 : .bitcoinCash
        let path = try standard.path(account: index, isChange: isChange, index: place, isTest: utxoChain.isTest)
        return try Destination(DemoKeys().publicKey(at: path), on: utxoChain).script
    }

    /// What the servers say that the account has.
    func balance() async throws -> CoinBalance {
        try await site.services.coins.balance(on: utxoChain)
    }

    /// Receives `value` satoshis at the address `place`; returns the transaction ID.
    @discardableResult func receive(
        _ value: UInt64, at place: UInt32 = 0, confirmations: Int = 1
    ) async throws -> String {
        try await ledger.pay(value, to: script(place).bytes, confirmations: confirmations)
    }

    /// Lets the site ask for a payment, which the user approves.
    func send(_ amount: String) async -> JSON {
        await site.link(
            "sendAssets",
            [
                "to": .string(utxoChain == .bitcoin ? CoinSite.bitcoinRecipient : CoinSite.recipient),
                "protocol": .string(utxoChain.unit), "value": .string(amount),
            ])
    }

    /// The payments that the wallet has recorded, newest first.
    func records() async -> [TransactionRecord] { await journal.recent(limit: 50) }
}

extension ServedWallet<CoinSimulator> {
    /// Creates a wallet on a simulated chain: a new one, or one that is there already.
    init(
        _ utxoChain: UTXOChain, account index: UInt32 = 0, keys: WalletSigner? = nil, on ledger: CoinSimulator? = nil
    ) async throws {
        var chain = ledger
        if chain == nil { chain = try await CoinSimulator(isBitcoin: utxoChain.ledger == .bitcoin) }
        guard let chain else { throw CoinError.notFound }
        try self.init(utxoChain, on: chain, at: [chain.server], account: index, keys: keys)
    }
}

extension ServedWallet<LedgerServer> {
    /// Creates a wallet whose servers are ElectrumX, by default one without faults; each test needs another account.
    init(
        electrumX utxoChain: UTXOChain, account index: UInt32,
        at addresses: (LedgerServer) -> [LineAddress] = { [$0.server] }
    ) async throws {
        let servers = try await ChainServers.shared
        let ledger = utxoChain.ledger == .bitcoin ? servers.bitcoin : servers.bitcoinCash
        for proxy in ledger.proxies.indices { try await ledger.setFaults(of: proxy) }
        try self.init(utxoChain, on: ledger, at: addresses(ledger), account: index, keys: nil)
    }
}
