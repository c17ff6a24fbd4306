import ArgumentParser
import Bitcoin
import BitcoinWallet
import Bridge
import Foundation
import HeadlessWallet
import Messages
import Network

/// `drawbridge token-names`: the user's registry of the names of CashTokens.
struct TokenNamesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token-names", abstract: localized("Show, update or remove the names of tokens on Bitcoin Cash."),
        discussion: localized(
            """
            Without a registry, a CashToken is shown by its category. A registry has the format of Bitcoin Cash Metadata \
            Registries (BCMR, version 2), and comes from a file or from an address with https://, which is kept for the \
            next update. The wallet cannot check its names, so they are shown in quotation marks. A window of the wallet \
            that is open uses another registry at once.
            """),
        subcommands: [Show.self, Update.self, Remove.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Show the size of the registry."))

        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let address = try ConfigurationFile(config).read().tokenRegistry
            try Asynchronously.run { [output] in
                let count = await TokenRegistryFile.usual.load()?.count
                output.say(
                    ["tokens": count.map { .number(JSONNumber($0)) } ?? .null, "address": JSON(address)],
                    [count.map(TokenNamesCommand.sentence) ?? localized("There is no registry.")]
                        + (count == nil ? [] : address.map { [localized("It comes from \($0, as: "address").")] } ?? [])
                )
            }
        }
    }

    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Replace the registry."))

        @Argument(
            help: ArgumentHelp(
                localized("The file, or the address with https://; without it, the address of the last update.")))
        var source: String?
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let file = ConfigurationFile(config)
            let settings = try file.read()
            guard let source = source ?? settings.tokenRegistry else {
                throw ValidationError(localized("Give the file of the registry, or its address."))
            }
            try Asynchronously.run { [output] in
                let isAddress = source.hasPrefix("https://") || source.hasPrefix("http://")
                let registry: TokenRegistry
                do throws(RPCError) {
                    registry =
                        isAddress
                        ? try await TokenRegistryFile.usual.update(
                            from: source, through: WebClient(trusting: .system, proxy: settings.proxy))
                        : try TokenRegistryFile.usual.update(from: URL(fileURLWithPath: source))
                } catch {
                    throw WalletError(error)
                }
                // The settings may have changed meanwhile.
                var settings = try file.read()
                settings.tokenRegistry = isAddress ? source : nil
                try file.write(settings)
                output.say(
                    ["tokens": .number(JSONNumber(registry.count)), "address": JSON(isAddress ? source : nil)],
                    [TokenNamesCommand.sentence(registry.count)])
            }
        }
    }

    struct Remove: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Remove the registry."))

        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            do throws(RPCError) {
                try TokenRegistryFile.usual.remove()
            } catch {
                throw WalletError(error)
            }
            settings.tokenRegistry = nil
            try file.write(settings)
        }
    }

    private static func sentence(_ count: Int) -> String {
        localized(
            "The registry names \(count, as: "count") token.",
            plural: "The registry names \(count, as: "count") tokens.", count: count)
    }
}
