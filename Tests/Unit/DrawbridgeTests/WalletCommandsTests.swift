import ArgumentParser
import Testing

@testable import WalletApp

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

    @Test func `only the wallet opens links of the desktop`() throws {
        _ = try Wallet.parseAsRoot(["register"])
        #expect(throws: (any Error).self) { try OtherProgram.parseAsRoot(["register"]) }
    }
}
