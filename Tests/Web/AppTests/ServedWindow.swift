@testable import BitcoinWallet
import ChainServers
import Bitcoin
import Foundation
import HeadlessWallet
import Network
@testable import WalletApp
import WalletMethods
import WalletUI
import WebHost
import WindowTesting

/// The wallet's window with the demo keys, whose coins are on the regression test networks of ``/ChainServers``.
///
/// The program itself accepts only blocks with the work of the main networks.
///
/// - Parameter arguments: The ports of the servers; then the folder for the socket of the commands in the terminal, if
///   these are to ask the window; then the file that gets the longest time for which the window was blocked.
/// - Throws: What the window throws.
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
    if let folder = arguments.dropFirst(2).first {
        let socket = WalletSocket(in: folder, answering: window.wallet.headless)
        guard let socket else { throw Failure("There is no socket in \(folder).") }
        window.keep(socket)
    }
    var ticker: Ticker?
    if let file = arguments.dropFirst(3).first {
        ticker = Ticker { gap in try? "\(gap)".write(toFile: file, atomically: true, encoding: .utf8) }
    }
    defer { ticker?.stop() }
    try await Task.sleep(for: .seconds(3_600))
    window.window.close()
}
