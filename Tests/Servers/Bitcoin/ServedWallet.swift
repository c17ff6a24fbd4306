import Bitcoin
import Bridge
import ChainServers
import Keys
import Network
import Primitives
import TestServers
import WalletCore

@testable import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// A wallet with an account of its own, whose servers are ElectrumX, and a site that asks it for payments.
@MainActor struct ServedWallet {
    let utxoChain: UTXOChain
    let ledger: LedgerServer
    let servers: ElectrumServers
    let journal: MemoryJournal
    let site: TestSite
    private let index: UInt32

    /// Creates it, with the account `index` of the demo phrase, which must be a different one in each test, and with
    /// the servers `addresses` of the ledger, by default one without faults; or with the account of other keys.
    init(
        _ utxoChain: UTXOChain, account index: UInt32, keys: ActiveAccount? = nil,
        at addresses: (LedgerServer) -> [LineAddress] = { [$0.proxies[1]] }
    ) async throws {
        let servers = try await ChainServers.shared
        self.utxoChain = utxoChain
        self.index = index
        ledger = utxoChain.ledger == .bitcoin ? servers.bitcoin : servers.bitcoinCash
        for proxy in ledger.proxies.indices { try await ledger.setFaults(of: proxy) }
        self.servers = try ElectrumServers(
            utxoChain, at: addresses(ledger),
            dialer: SocketDialer(trusting: .only(pem: TestIdentity.authority())),
            // The servers are on regression test networks, whose own rules the program has.
            rules: utxoChain.isTest ? nil : ChainRules(checkpoint: nil, easiest: 0x207F_FFFF),
            timing: ElectrumTiming(firstPause: .milliseconds(1), longestPause: .milliseconds(2)))
        journal = MemoryJournal()
        site = try TestSite(
            servers: [utxoChain: self.servers], journal: journal,
            activeAccount: keys
                ?? ActiveAccount(signer: DemoKeys(), account: Account(name: "Account", index: index)))
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
