import Foundation
import Harness
import Simulators
import WindowTesting

/// A person at the wallet's own screens, with a simulated node.
@MainActor final class HomeDriver {
    let node: EthereumChain
    let person: AccessibilityDriver
    let program: Program
    let home: String
    let variables: [String: String]

    /// The dialog of an approval.
    var approval: AccessibilityDriver { person.inside("dialog", .holding("Approval")) }

    /// Starts the wallet and unlocks it.
    ///
    /// - Parameters:
    ///   - workshop: Where the folders of this desktop lie.
    ///   - hasWallet: Whether there is a wallet, which is unlocked.
    ///   - hasNode: Whether the wallet knows a node.
    ///   - address: The address of that node; without it, that of ``node``.
    ///   - settings: Commands that run before the wallet starts.
    ///   - arguments: The command line; none for the wallet itself.
    /// - Throws: Where a program cannot be started.
    init(
        _ workshop: TestPageFolder, hasWallet: Bool = true, hasNode: Bool = true, at address: String? = nil,
        settings: [[String]] = [], _ arguments: [String] = []
    ) async throws {
        home = "\(workshop.folder)/home"
        variables = [
            "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_CONFIG_HOME": "\(home)/config",
            "XDG_STATE_HOME": "\(home)/state", "XDG_CACHE_HOME": "\(home)/cache",
        ]
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        if hasWallet { try Sample.make(in: "\(home)/data/drawbridge/wallets") }
        node = try await .started(1, paying: Sample.address)
        if hasNode { try Program.wallet(["endpoint", "set", "1", address ?? node.address], with: variables) }
        for command in settings { try Program.wallet(command, with: variables) }
        program = try Program(arguments, of: "drawbridge", with: variables)
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        guard hasWallet else { return }
        try await unlock()
        try await person.see("push button", "Lock the wallet")
    }

    func end() {
        program.end()
        Task { [node] in await node.stop() }
    }

    /// Opens the wallet.
    func unlock() async throws {
        let form = person.inside("dialog", .holding("unlock"))
        try await form.type(Sample.passphrase, into: "password text", "Passphrase")
        try await form.press("push button", "Unlock")
    }

    /// Presses the button of a question, once it can be pressed.
    func approve(_ verb: String) async throws {
        try await approval.see("push button", .exactly(verb))
        try await approval.readToEnd()
        let box = AccessibilityDriver.Name.holding("I understand")
        if approval.sees("check box", box) { try await approval.press("check box", box) }
        try await approval.press("push button", .exactly(verb))
    }

    /// Presses “Back” of the screen with this heading; the window has a button of this name for pages, too.
    func goBack(from heading: AccessibilityDriver.Name) async throws {
        try await person.inside("panel", heading).press("push button", "Back")
    }

    /// Runs a command of the wallet beside its window.
    func run(_ arguments: String...) throws -> String { try Program.wallet(arguments, with: variables) }

    /// Runs a command of the wallet, and returns how it ended.
    func status(of arguments: String...) async throws -> Int32 {
        let command = try Program(arguments, of: "drawbridge", with: variables, keepsOutput: true, hidesErrors: true)
        return try await command.ended().status
    }

    /// Starts a command of the wallet that waits for the user.
    func start(_ arguments: String...) throws -> Program {
        try Program(arguments, of: "drawbridge", with: variables, keepsOutput: true)
    }
}

extension AccessibilityDriver {
    /// Closes an approval that only shows its outcome; otherwise it closes by itself some seconds later.
    func closeApproval() async throws {
        let name = Name.holding("Approval")
        try await waitUntil("the approval is closed") {
            inside("dialog", name).pressIfShown("push button", "Close")
        } _: {
            !sees("dialog", name)
        }
    }

    /// Scrolls the panel with this heading to its end until an element is on the screen there.
    func findAtEnd(of panel: Name, _ role: String, _ name: Name) async throws {
        for _ in 0..<200 where !sees(role, name) {
            try await inside("panel", panel).readToEnd()
            try await Task.sleep(for: .milliseconds(100))
        }
        try await see(role, name)
    }
}

extension EthereumChain {
    /// A chain with a block whose node listens, and on which an account has a million coins and a million USDC.
    static func started(_ chainID: UInt64, paying account: String? = nil) async throws -> EthereumChain {
        let chain = EthereumChain(chainID: chainID)
        if let account {
            for asset in [nil, "USDC"] { _ = try await chain.fund(account, "1000000", asset: asset) }
        }
        try await chain.mine(1)
        try await chain.start()
        return chain
    }
}
