import ArgumentParser
import Messages
import WalletTerminal
import WalletWindow

/// The wallet.
struct Drawbridge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawbridge",
        abstract: localized("A wallet for Bitcoin, Bitcoin Cash and EVM chains, and a window for web pages."),
        version: AppIdentity.release,
        subcommands: WalletCommands.all, defaultSubcommand: WalletCommands.usual)
}
