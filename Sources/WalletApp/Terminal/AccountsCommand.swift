import ArgumentParser
import Bitcoin
import BitcoinWallet
import Bridge
import Messages
import Store
import WalletCore

/// `drawbridge accounts`: the accounts and their addresses, and those that are only watched.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: localized("List your accounts, find those of the recovery phrase, or add a watch-only account."),
        subcommands: [List.self, Find.self, Add.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List your accounts."),
            discussion: localized(
                """
                One line for each account and network: network, address, name, and “watchOnly” if its keys are in \
                another wallet.
                """))

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [options] in
                let accounts = try await BalanceCommand.accounts(options)
                if options.json { return Console.say(accounts.text) }
                for account in accounts.array ?? [] {
                    let facts = [account["network"], account["address"], account["name"]].map {
                        Quotation.bare($0?.string)
                    }
                    let isWatched = account["watchOnly"]?.bool == true
                    Console.say((facts + [isWatched ? "watchOnly" : "-"]).joined(separator: "\t"))
                }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add an account whose keys are in another wallet."),
            discussion: localized(
                """
                The account is shown, and receives at its addresses. To send, the wallet makes a PSBT that the wallet \
                with the keys signs. Prints the first address.
                """))

        @Option(
            name: .customLong("watch"),
            help: ArgumentHelp(
                localized(
                    """
                    An extended public key (xpub, ypub, zpub), also with its origin in brackets in front, an output \
                    descriptor (BIP-380), or an address.
                    """)))
        var text: String

        @Option(help: ArgumentHelp(localized("Your name for the account.")))
        var name: String?

        @Option(help: ArgumentHelp(localized("The network of a key or an address: bitcoin or bitcoinCash.")))
        var network: String?

        @Option(
            help: ArgumentHelp(
                localized("The addresses of an extended key: p2pkh, p2sh-p2wpkh, p2wpkh or p2tr.")))
        var type: String?

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [self] in
                let values = ["text": text, "name": name ?? "", "network": network ?? "", "type": type ?? ""]
                let entry = try WatchEntry(values)
                let client = TerminalClient(options: options)
                var members: JSONObject = [:]
                for (name, value) in values { members[name] = .string(value) }
                let address: String
                if let answer = try client.ask("watch", members) {
                    address = answer["address"]?.string ?? ""
                } else {
                    address = try await entry.add(to: try client.store())
                }
                Console.say(options.json ? JSON.object(["address": .string(address)]).text : address)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Stop watching an account."))

        @Argument(help: ArgumentHelp(localized("The address of the account, as `drawbridge accounts` lists it.")))
        var address: String

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [self] in
                let client = TerminalClient(options: options)
                if try client.ask("unwatch", ["address": .string(address)]) != nil { return }
                let store = try client.store()
                for account in try await store.coins.accounts()
                where account.isWatchOnly && account.id.address == address {
                    return try await store.coins.remove(account.id)
                }
                guard try await store.watched.watchedAddresses().contains(where: { $0.address == address }) else {
                    throw WalletAppError(.failed, localized("The wallet does not watch this account."))
                }
                try await store.watched.unwatch(address)
            }
        }
    }
}
