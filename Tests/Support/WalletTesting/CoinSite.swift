import Bitcoin
import Bridge
import Keys
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A site, a wallet with public test keys, and a server for each chain.
@MainActor struct CoinSite {
    let site: TestSite
    let journal: MemoryJournal
    let recipients = MemoryRecipientBook()
    let cash = FakeCoinServer(.bitcoinCash)
    let bitcoin = FakeCoinServer(.bitcoin)

    init(_ origin: String = "https://dapp.example", journal: MemoryJournal = MemoryJournal()) throws {
        self.journal = journal
        site = try TestSite(
            origin, servers: [.bitcoinCash: cash, .bitcoin: bitcoin], journal: journal, recipients: recipients)
    }

    /// The wallet after a restart, with its stored data.
    func restarted() throws -> TestSite {
        try TestSite(servers: [.bitcoinCash: cash, .bitcoin: bitcoin], journal: journal, recipients: recipients)
    }

    /// Connects the site to the addresses of every chain, as after `getAddress`.
    func connect() async {
        // Without a store, nothing can fail.
        for kind in AddressKind.allCases { try? await site.services.grants.give(kind, to: site.peer.origin) }
    }

    func send(_ data: JSON) async -> JSON {
        await site.link("sendAssets", data)
    }

    /// The script of the wallet's key at `path`.
    static func own(_ path: String, on utxoChain: UTXOChain = .bitcoinCash) throws -> Script {
        try Destination(DemoKeys().publicKey(at: DerivationPath(path)), on: utxoChain).script
    }

    nonisolated static let receiving = "m/44'/145'/0'/0/"
    nonisolated static let change = "m/44'/145'/0'/1/"
    nonisolated static let tokens = "m/44'/245'/0'/0/"
    nonisolated static let bitcoinReceiving = "m/84'/0'/0'/0/"

    /// An address of another person.
    nonisolated static let recipient = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
    nonisolated static let tokenRecipient = "simpleledger:qpm2qsznhks23z7629mms6s4cwef74vcwvg3pncxyr"
    nonisolated static let bitcoinRecipient = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

    /// The last transaction that was broadcast.
    func last(on utxoChain: UTXOChain = .bitcoinCash) async throws -> BitcoinTransaction {
        let all = await (utxoChain == .bitcoin ? bitcoin : cash).broadcasts
        return try BitcoinTransaction(all.last ?? [], form: utxoChain == .bitcoin ? .witness : .plain)
    }
}
