package import ArgumentParser
import Foundation
import Glibc
import HeadlessWallet
import Messages

/// `drawbridge practise`: starts the practice program, which is beside this one.
package struct PractiseCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "practise", abstract: localized("Practise with coins that have no value."),
        discussion: localized(
            """
            Opens a wallet with new keys on simulated networks of this computer, to receive, send and look around without \
            risk. It cannot reach a real network, and everything is deleted at the end. Your own wallets are not opened.
            """), aliases: ["practice"])

    /// The name of the program.
    static let program = "drawbridge-practice"

    private static let path = path(beside: AppIdentity.program)

    /// Whether the program can be started.
    package static var isInstalled: Bool { access(path, X_OK) == 0 }

    package init() {}

    package func run() throws {
        let path = Self.path
        guard Self.isInstalled else { throw WalletError(Self.missing(path)) }
        // In place of this program, so that its ending, its signals and its terminal are the practice's own.
        var arguments = [strdup(path), nil]
        defer { for argument in arguments { free(argument) } }
        execv(path, &arguments)
        throw WalletError(Self.missing(path))
    }

    /// Starts the program, which does not end with this one.
    package static func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        do { try process.run() } catch { throw WalletError(missing(path)) }
    }

    /// The file of the practice program beside that of the wallet.
    static func path(beside wallet: String) -> String {
        URL(fileURLWithPath: wallet).deletingLastPathComponent().appending(path: program).path
    }

    /// The sentence if the program is not there.
    static func missing(_ path: String) -> String {
        localized(
            """
            The practice program \(program, as: "program") is not installed: it must be at \(path, as: "path"). Install \
            Drawbridge again, or, in its source code, run `make practise`.
            """)
    }
}
