import ArgumentParser
import Bridge
import HeadlessWallet
import Messages

/// `drawbridge sites`: the sites and apps that can ask the wallet.
struct SitesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sites",
        abstract: localized("List the sites that can ask the wallet, or change what they may do."),
        subcommands: [List.self] + SiteAction.commands, defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the sites, the connected apps and the payment services."),
            discussion: localized("One line for each: kind, origin or name, state, last use, addresses that it sees."))

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try Asynchronously.run { [options] in
                options.say(try await TerminalClient(options: options).perform(ListSites())) { $0.map(Self.line) }
            }
        }

        private static func line(_ site: ListedSite) -> String {
            let seen = site.sees.joined(separator: " ")
            return [site.kind, site.origin ?? site.claim, site.state, site.lastUsed, seen.isEmpty ? nil : seen]
                .map(Quotation.bare).joined(separator: "\t")
        }
    }
}
