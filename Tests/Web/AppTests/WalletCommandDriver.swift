import Foundation
import Harness
import WindowTesting

/// What is done with the words and keys of wallets, in windows of a process of its own, and the person before them.
@MainActor struct WalletCommandDriver {
    let form: AccessibilityDriver
    private let person: AccessibilityDriver
    private let program: Program

    /// Runs `drawbridge wallet` with `arguments` in windows, on the wallets of `workshop`.
    init(_ arguments: String..., more: [String] = [], in workshop: TestPageFolder) throws {
        program = try Program(
            ["wallet"] + arguments + more + ["--window", "--folder", workshop.wallets], of: "drawbridge",
            keepsOutput: true)
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        form = person.inside("dialog", .holding("wallets"))
    }

    /// Fills in the first form, which asks for a name and offers choices.
    func begin(_ choice: String? = nil, verb: String = "Continue") async throws {
        try await form.type("\u{202E}evil", into: "text", "Name of the wallet")
        try await form.press("push button", .exactly(verb))
        try await form.see("label", .holding("no invisible characters"))
        try await form.type("Pocket", into: "text", "Name of the wallet")
        if let choice { try await form.press("radio button", .holding(choice)) }
        try await form.press("push button", .exactly(verb))
    }

    /// Opens a wallet, after a wrong passphrase.
    func open(_ wallet: String, _ passphrase: String = Sample.passphrase) async throws {
        let field = AccessibilityDriver.Name.exactly("Passphrase of “\(wallet)”")
        try await form.type("not the passphrase", into: "password text", field)
        try await form.press("push button", "Continue")
        try await form.see("label", .holding("This passphrase does not open the wallet."))
        // The typed text has been removed from the field, and was never readable there.
        try expectEqual(try await form.text(of: "password text", field), "")
        try await form.type(passphrase, into: "password text", field)
        try expectNothing(of: [passphrase])
        try await form.press("push button", "Continue")
    }

    /// Chooses a new passphrase, after ones that do not do.
    func protect(_ name: String, with passphrase: String, verb: String = "Encrypt") async throws {
        for (first, second, problem) in [
            ("short", "short", "at least 12 characters"),
            ("password1234", "password1234", "This passphrase is too common."),
            (passphrase, "another one entirely", "The passphrases don’t match."),
        ] {
            try await fill(first, second)
            try await form.press("push button", .exactly(verb))
            try await form.see("label", .holding(problem))
        }
        try await fill(passphrase, passphrase)
        try expectNothing(of: [passphrase])
        try await form.press("push button", .exactly(verb))
    }

    private func fill(_ first: String, _ second: String) async throws {
        try await form.type(first, into: "password text", "Passphrase")
        try await form.type(second, into: "password text", "Confirm passphrase")
    }

    /// Whether a screen reader can find `text` in the windows.
    func shows(_ text: String) -> Bool { person.tree().contains(text) }

    /// Fails if a screen reader can find one of `secrets` in the windows.
    func expectNothing(of secrets: [String]) throws {
        let tree = person.tree()
        for secret in secrets where tree.contains(secret) { throw Failure("a secret is still there: \(tree)") }
    }

    /// The words that are shown, in their order.
    var shownWords: [String] {
        form.descriptions(of: "label", .any).filter { $0.summary.hasPrefix("Word ") }.map(\.text)
    }

    /// Waits until the program has ended; its windows are gone then, and everything in them.
    ///
    /// - Returns: Its exit status, and what it said.
    func end() async throws -> (status: Int32, output: String) {
        let end = try await program.ended()
        try expectEqual(person.tree(), "the program shows nothing\n")
        return end
    }

    /// Ends the program if it is still running.
    func close() { program.end() }

    /// Closes the window with Escape.
    func escape() async throws { try await form.pressKey(.escape) }

    /// The process that `parent` started with the wallet's own program, as soon as there is one.
    static func child(of parent: pid_t, running words: String = "drawbridge\0wallet\0") async throws -> pid_t {
        var child: pid_t?
        try await waitUntil(
            "the wallet's window has started a process", trying: { child = Self.find(words, of: parent) }
        ) {
            child != nil
        }
        guard let child else { throw Failure("there is no process") }
        return child
    }

    private static func find(_ words: String, of parent: pid_t) -> pid_t? {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let id = pid_t(entry),
                let line = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8),
                line.contains(words),
                let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
                status.contains("PPid:\t\(parent)\n")
            else { continue }
            return id
        }
        return nil
    }
}
