import ArgumentParser
import WalletApp

/// The wallet.
struct Drawbridge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawbridge",
        abstract: "A wallet window for web pages.",
        version: AppIdentity.version,
        subcommands: WalletCommands.all)
}
