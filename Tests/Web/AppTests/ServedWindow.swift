@testable import BitcoinWallet
import ChainServers
import Bitcoin
import Network
@testable import WalletApp
import WalletMethods
import WalletUI
import WebHost

/// The wallet's window with the demo keys, whose coins are on the regression test networks of ``/ChainServers``.
///
/// The program itself accepts only blocks with the work of the main networks.
@MainActor func showServedWindow(_ arguments: [String]) async throws {
    let window = try WalletWindow(profile: Profile(), keys: .demo())
    let coins = window.wallet.services.coins
    coins.dial = { utxoChain, addresses in
        ElectrumServers(
            utxoChain, at: addresses, dialer: SocketDialer(trusting: .system),
            rules: ChainRules(checkpoint: nil, easiest: 0x207F_FFFF))
    }
    for (utxoChain, port) in zip([UTXOChain.bitcoin, .bitcoinCash], arguments.compactMap(Int.init)) {
        coins.use([LineAddress(host: "localhost", port: port, isSecure: false)], for: utxoChain)
    }
    window.showHome()
    try await Task.sleep(for: .seconds(3_600))
    window.window.close()
}
