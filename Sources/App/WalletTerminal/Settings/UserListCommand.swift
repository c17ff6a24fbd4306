import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import Network

/// A command about a list that comes from a file or from an address.
struct UserListCommand<Words: UserListWords>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Words.name, abstract: Words.abstract, discussion: Words.discussion,
            subcommands: [Show.self, Update.self, Remove.self], defaultSubcommand: Show.self)
    }

    struct Show: ParsableCommand {
        static var configuration: CommandConfiguration { CommandConfiguration(abstract: Words.show) }

        @OptionGroup var settings: SettingsToRead

        func run() throws {
            let file = settings.file
            let address = Words.list.address(in: try file.read())
            try Asynchronously.run { [output = settings.output] in
                let count = await UserLists(ConfigurationChanges(file)).count(of: Words.list)
                output.say(
                    [Words.unit: count.map { .number(JSONNumber($0)) } ?? .null, "address": JSON(address)],
                    [Words.list.sentence(about: count)]
                        + (count == nil ? [] : address.map { [localized("It comes from \($0, as: "address").")] } ?? [])
                )
            }
        }
    }

    struct Update: ParsableCommand {
        static var configuration: CommandConfiguration { CommandConfiguration(abstract: Words.update) }

        @Argument(
            help: ArgumentHelp(
                localized("The file, or the address with https://; without it, the address of the last update.")))
        var source: String?
        @OptionGroup var settings: SettingsToChange

        func run() throws {
            let stored = try settings.file.read()
            guard let source = source ?? Words.list.address(in: stored) else { throw ValidationError(Words.missing) }
            try Asynchronously.run { [settings] in
                let (count, address) = try await UserLists(ConfigurationChanges(settings.file)).update(
                    Words.list, from: source, through: WebClient(trusting: .system, proxy: stored.proxy))
                settings.reloadWindow()
                settings.output.say(
                    [Words.unit: .number(JSONNumber(count)), "address": JSON(address)],
                    [Words.list.sentence(about: count)])
            }
        }
    }

    struct Remove: ParsableCommand {
        static var configuration: CommandConfiguration { CommandConfiguration(abstract: Words.remove) }

        @OptionGroup var settings: SettingsToChange

        func run() throws {
            try Asynchronously.run { [settings] in
                try await UserLists(ConfigurationChanges(settings.file)).remove(Words.list)
                settings.reloadWindow()
                settings.output.sayChanged()
            }
        }
    }
}

/// The words of a command about a list.
protocol UserListWords: Sendable {
    static var list: UserList { get }
    static var name: String { get }

    /// The member of JSON answers with the number of entries.
    static var unit: String { get }

    static var abstract: String { get }
    static var discussion: String { get }
    static var show: String { get }
    static var update: String { get }
    static var remove: String { get }

    /// The sentence if there is no source.
    static var missing: String { get }
}

/// `drawbridge phishing`: the user's list of sites that are known to steal.
enum PhishingWords: UserListWords {
    static var list: UserList { .scamSites }
    static var name: String { "phishing" }
    static var unit: String { "sites" }
    static var abstract: String { localized("Show, update or remove your list of scam sites.") }
    static var discussion: String {
        localized(
            """
            Requests of a listed site have a warning. The list has the format of eth-phishing-detect (config.json), and \
            comes from a file or from an address with https://, which is kept for the next update. It is only read on \
            this computer. A window of the wallet that is open uses it at once.
            """)
    }
    static var show: String { localized("Show the size of the list.") }
    static var update: String { localized("Replace the list.") }
    static var remove: String { localized("Remove the list.") }
    static var missing: String { localized("Give the file of the list, or its address.") }
}

/// `drawbridge token-names`: the user's registry of the names of CashTokens.
enum TokenNamesWords: UserListWords {
    static var list: UserList { .tokenNames }
    static var name: String { "token-names" }
    static var unit: String { "tokens" }
    static var abstract: String { localized("Show, update or remove the names of tokens on Bitcoin Cash.") }
    static var discussion: String {
        localized(
            """
            Without a registry, a CashToken is shown by its category. A registry has the format of Bitcoin Cash Metadata \
            Registries (BCMR, version 2), and comes from a file or from an address with https://, which is kept for the \
            next update. The wallet cannot check its names, so they are shown in quotation marks. A window of the wallet \
            that is open uses another registry at once.
            """)
    }
    static var show: String { localized("Show the size of the registry.") }
    static var update: String { localized("Replace the registry.") }
    static var remove: String { localized("Remove the registry.") }
    static var missing: String { localized("Give the file of the registry, or its address.") }
}
