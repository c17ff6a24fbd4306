import ArgumentParser
import Bridge
import EthereumWallet
import Foundation
import HeadlessWallet
import Messages
import Network
import WalletCore

/// `drawbridge phishing`: the user's list of sites that are known to steal.
struct PhishingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phishing", abstract: localized("Show, update or remove your list of scam sites."),
        discussion: localized(
            """
            Requests of a listed site have a warning. The list has the format of eth-phishing-detect (config.json), and \
            comes from a file or from an address with https://, which is kept for the next update. It is only read on \
            this computer. A window of the wallet that is open uses it at once.
            """),
        subcommands: [Show.self, Update.self, Remove.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Show the size of the list."))

        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let address = try ConfigurationFile(config).read().phishingList
            try Asynchronously.run { [output] in
                let count = await PhishingListFile.usual.load()?.count
                output.say(
                    ["sites": count.map { .number(JSONNumber($0)) } ?? .null, "address": JSON(address)],
                    [count.map(PhishingCommand.sentence) ?? localized("There is no list.")]
                        + (count == nil ? [] : address.map { [localized("It comes from \($0, as: "address").")] } ?? [])
                )
            }
        }
    }

    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Replace the list."))

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
            guard let source = source ?? settings.phishingList else {
                throw ValidationError(localized("Give the file of the list, or its address."))
            }
            try Asynchronously.run { [output] in
                let isAddress = source.hasPrefix("https://") || source.hasPrefix("http://")
                let list: PhishingList
                do throws(RPCError) {
                    list =
                        isAddress
                        ? try await PhishingListFile.usual.update(
                            from: source, through: WebClient(trusting: .system, proxy: settings.proxy))
                        : try PhishingListFile.usual.update(from: URL(fileURLWithPath: source))
                } catch {
                    throw WalletError(error)
                }
                // The settings may have changed meanwhile.
                var settings = try file.read()
                settings.phishingList = isAddress ? source : nil
                try file.write(settings)
                TerminalClient.reloadWindow()
                output.say(
                    ["sites": .number(JSONNumber(list.count)), "address": JSON(isAddress ? source : nil)],
                    [PhishingCommand.sentence(list.count)])
            }
        }
    }

    struct Remove: SettingCommand {
        static let configuration = CommandConfiguration(abstract: localized("Remove the list."))

        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func set() throws {
            let file = ConfigurationFile(config)
            var settings = try file.read()
            do throws(RPCError) {
                try PhishingListFile.usual.remove()
            } catch {
                throw WalletError(error)
            }
            settings.phishingList = nil
            try file.write(settings)
            TerminalClient.reloadWindow()
        }
    }

    /// The address of the list that the window proposes.
    static let offered = "https://raw.githubusercontent.com/MetaMask/eth-phishing-detect/main/src/config.json"

    static func sentence(_ count: Int) -> String {
        localized(
            "The list contains \(count, as: "count") site.", plural: "The list contains \(count, as: "count") sites.",
            count: count)
    }
}
