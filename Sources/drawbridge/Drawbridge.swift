import ArgumentParser
import Messages
import WalletApp

/// The wallet.
struct Drawbridge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawbridge",
        abstract: localized("A wallet window for web pages."),
        version: AppIdentity.version,
        subcommands: WalletCommands.all)
}
