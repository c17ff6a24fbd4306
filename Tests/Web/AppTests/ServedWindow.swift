@testable import BitcoinWallet
import Bitcoin
import Foundation
import Harness
import LocalServer
import HeadlessWallet
import Network
import Simulators
@testable import WalletWindow
import WalletMethods
import WalletUI
import WebHost
import WindowTesting

/// Chains of Bitcoin and Bitcoin Cash in this process, and the wallet's window with the demo keys on them.
@MainActor struct ServedCoins {
    let bitcoin: CoinSimulator
    let cash: CoinSimulator
    let program: Program
    let person: AccessibilityDriver

    /// Starts them.
    ///
    /// - Parameters:
    ///   - identity: The certificate of the server of Bitcoin that has TLS; without it there is none.
    ///   - clock: The time on the chain of Bitcoin; without it that of the system.
    ///   - arguments: Further arguments of ``showServedWindow(_:)``.
    /// - Throws: Where something cannot be started.
    init(
        identity: ServerIdentity? = nil, clock: (@Sendable () -> Int)? = nil, _ arguments: [String] = []
    ) async throws {
        bitcoin = try await CoinSimulator(isBitcoin: true, identity: identity, clock: clock)
        cash = try await CoinSimulator(isBitcoin: false)
        program = try Program(["--show", "served", "\(bitcoin.port)", "\(cash.port)"] + arguments)
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
    }

    /// The dialog of an approval.
    var approval: AccessibilityDriver { person.inside("dialog", .holding("Approval")) }

    func end() {
        program.end()
        Task { [bitcoin, cash] in for chain in [bitcoin, cash] { await chain.stop() } }
    }
}

/// The wallet's window with the demo keys, whose coins are on regression test networks as on the main networks.
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
