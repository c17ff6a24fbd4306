import ArgumentParser
import Bridge
import HeadlessWallet
import Testing

@testable import WalletWindow

/// The commands that the windows of the wallet start their own program with.
@Suite struct WalletCommandsTests {
    private struct Wallet: ParsableCommand {
        static let configuration = CommandConfiguration(subcommands: WalletCommands.all)
    }

    private struct OtherProgram: ParsableCommand {
        static let configuration = CommandConfiguration(subcommands: WalletCommands.ofWindows)
    }

    @Test(arguments: [
        ["wallet", "create"], ["wallet", "restore"], ["wallet", "import"], ["wallet", "export", "--wallet", "Ann"],
        ["wallet", "passwd", "--wallet", "Ann"],
    ])
    func `every program with wallet windows has the commands about wallets`(command: [String]) throws {
        let place = WalletPlace(folder: "/nonexistent", state: "/nonexistent/state")
        let arguments = command + place.arguments + ["--window", "--parent", ""]
        _ = try Wallet.parseAsRoot(arguments)
        _ = try OtherProgram.parseAsRoot(arguments)
    }

    @Test func `every program with wallet windows reads QR codes`() throws {
        #expect(try Wallet.parseAsRoot([ReadQRCommand.name]) is ReadQRCommand)
        #expect(try OtherProgram.parseAsRoot([ReadQRCommand.name]) is ReadQRCommand)
    }

    @Test(arguments: [
        ("opne", "open"), ("blance", "balance"), ("hstory", "history"), ("sned", "send"), ("endpont", "endpoint"),
    ])
    func `a word that is like a command is corrected`(word: String, command: String) {
        let error = #expect(throws: (any Error).self) { try OpenCommand.parse([word]) }
        let message = error.map { OpenCommand.message(for: $0) } ?? ""
        #expect(message.contains("There is no command “\(word)”. Did you mean “\(command)”?"), "\(message)")
    }

    @Test func `a command after an option is told where it belongs`() {
        #expect(
            WalletCommands.correction(of: "balance")
                == "The command comes first, and its options after it: drawbridge balance …")
    }

    @Test(arguments: ["shop.example", "frobnicate", "bitcoin", "mailto:a@b.example", "0x12"])
    func `other words are no commands that were mistyped`(word: String) {
        #expect(WalletCommands.correction(of: word) == nil)
    }

    @Test(arguments: [
        ["wallet", "list"], ["endpoint", "list"], ["endpoint", "check"], ["doctor"], ["payments", "show"],
        ["proxy", "show"],
        ["prices", "show"], ["names", "lookup"], ["names", "gateways"], ["names", "resolve", "a.eth"],
        ["names", "of", "0x1"], ["phishing", "show"], ["token-names", "show"], ["sumup", "list"],
        ["sumup", "resolve", "x", "--paid"], ["sumup", "abandon", "x"], ["psbt", "qr", "x"], ["psbt", "show", "x"],
        ["balance"], ["accounts", "list"], ["history"], ["contacts"], ["tokens"], ["coins"], ["sites"],
        ["sessions", "list"], ["sessions", "settings"], ["export"],
    ])
    func `each command that lists something has a form for programs`(command: [String]) throws {
        _ = try Wallet.parseAsRoot(command + ["--json"])
    }

    @Test func `what cannot be used is a wrong use, whoever finds it`() {
        #expect(WalletError(RPCError(.invalidParameters, "x")).kind == .usage)
        #expect(WalletError(RPCError(.failed, "x")).kind == .failed)
        #expect(WalletError(RPCError(.rejected, "x")).kind == .rejected)
    }

    @Test func `only the wallet opens links of the desktop`() throws {
        _ = try Wallet.parseAsRoot(["register"])
        #expect(throws: (any Error).self) { try OtherProgram.parseAsRoot(["register"]) }
    }
}
