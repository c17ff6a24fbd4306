import Foundation
import Harness
import WindowTesting

/// A person at a wallet window with a shop's page, on a desktop with a simulated SumUp app, or without one.
@MainActor final class SumUpDriver {
    let person: AccessibilityDriver
    private let site: Site
    private let program: Program
    private let variables: [String: String]

    /// Registers what the desktop needs, and opens the page.
    ///
    /// - Parameters:
    ///   - workshop: Where the page and the folders of this desktop lie.
    ///   - answer: The app's immediate answer; `nil` if there is no app.
    ///   - isOwn: Whether the window has a wallet file, which is unlocked, in place of the demo keys.
    /// - Throws: Where a program cannot be started.
    init(_ workshop: TestPageFolder, answer: String?, isOwn: Bool = false) async throws {
        let home = "\(workshop.folder)/home"
        variables = [
            "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_CONFIG_HOME": "\(home)/config",
            "XDG_STATE_HOME": "\(home)/state", "XDG_CACHE_HOME": "\(home)/cache",
        ]
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try await Self.run(["register"], variables)
        if let answer {
            try await Self.run(["simulate-sumup", "--register", "--answer", answer], of: "drawbridge-dev", variables)
        }
        try workshop.write(Self.html, to: "shop/index.html")
        site = try await Site.serve("\(workshop.folder)/shop")
        if isOwn { try Sample.make(in: "\(home)/data/drawbridge/wallets") }
        program = try Program(["open", site.url] + (isOwn ? [] : ["--demo"]), of: "drawbridge", with: variables)
        person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
        guard isOwn else { return }
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
    }

    func end() {
        program.end()
        Task { [site] in await site.stop() }
    }

    /// The page.
    var page: AccessibilityDriver { person.inside("document web") }

    /// The sheet about the payment.
    var sheet: AccessibilityDriver { person.inside("dialog", .holding("Payment with SumUp")) }

    /// Waits until the page was told this, behind its address.
    func hears(_ query: String) async throws {
        try await page.see("heading", .exactly(query.isEmpty ? "nothing" : query))
    }

    /// What the program lists.
    func list() async throws -> String {
        PseudoLanguage.english(try await Self.run(["sumup"], variables))
    }

    @discardableResult private static func run(
        _ arguments: [String], of name: String = "drawbridge", _ variables: [String: String]
    ) async throws -> String {
        let program = try Program(arguments, of: name, with: variables, keepsOutput: true)
        let (status, output) = try await program.ended()
        guard status == 0 else { throw Failure("\(name) \(arguments) ended with \(status): \(output)") }
        return output
    }

    private static let html = PageFile.text("card-payments.html")
}
