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
                another wallet, or “onDevice” if a hardware wallet signs for it.
                """))

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [options] in
                let accounts = try await BalanceCommand.accounts(options)
                if options.json { return Console.say(accounts.text) }
                if accounts.array?.isEmpty == true { Console.noteNoWallet() }
                for account in accounts.array ?? [] {
                    let facts = [account["network"], account["address"], account["name"]].map {
                        Quotation.bare($0?.string)
                    }
                    let place = ["watchOnly", "onDevice"].first { account[$0]?.bool == true }
                    Console.say((facts + [place ?? "-"]).joined(separator: "\t"))
                }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add an account whose keys are in another wallet."),
            discussion: localized(
                """
                With --watch, the account is shown, and receives at its addresses; to send, the wallet makes a PSBT that \
                the wallet with the keys signs. With --device, a hardware wallet signs for the account on Ethereum by QR \
                codes (ERC-4527). Prints the first address.
                """))

        @Option(
            name: .customLong("watch"),
            help: ArgumentHelp(
                localized(
                    """
                    An extended public key (xpub, ypub, zpub), also with its origin in brackets in front, an output \
                    descriptor (BIP-380), or an address.
                    """)))
        var text: String?

        @Option(
            name: .customLong("device"),
            help: ArgumentHelp(
                localized("The export of a hardware wallet, ur:crypto-hdkey/… or ur:crypto-account/…, as text.")))
        var device: String?

        @Option(help: ArgumentHelp(localized("The number of the account in the export of a hardware wallet, from 0.")))
        var number: String?

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
                let isUsual = network == nil && type == nil
                guard (text == nil) != (device == nil), device == nil || isUsual, text == nil || number == nil else {
                    throw WalletAppError(
                        .usage,
                        localized("Give --watch with --network and --type, or --device with --number."))
                }
                let name = name ?? ""
                let address: String
                if let device {
                    let values = ["text": device, "name": name, "number": number ?? ""]
                    let entry = try DeviceEntry(values)
                    address = try await add("device", values) { store in try await entry.add(to: store) }
                } else {
                    let values = [
                        "text": text ?? "", "name": name, "network": network ?? "", "type": type ?? "",
                    ]
                    let entry = try WatchEntry(values)
                    address = try await add("watch", values) { store in try await entry.add(to: store) }
                }
                Console.say(options.json ? JSON.object(["address": .string(address)]).text : address)
            }
        }

        /// Asks the window to add it, or adds it to the store without one.
        @MainActor private func add(
            _ command: String, _ values: [String: String], _ toStore: @MainActor (Store) async throws -> String
        ) async throws -> String {
            let client = TerminalClient(options: options)
            var members: JSONObject = [:]
            for (name, value) in values { members[name] = .string(value) }
            guard let answer = try client.ask(command, members) else { return try await toStore(client.store()) }
            return answer["address"]?.string ?? ""
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove an account whose keys are elsewhere."))

        @Argument(help: ArgumentHelp(localized("The address of the account, as `drawbridge accounts` lists it.")))
        var address: String

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [self] in
                let client = TerminalClient(options: options)
                if try client.ask("unwatch", ["address": .string(address)]) != nil { return options.sayChanged() }
                let store = try client.store()
                for account in try await store.coins.accounts()
                where account.isWatchOnly && account.id.address == address {
                    try await store.coins.remove(account.id)
                    return options.sayChanged()
                }
                guard try store.watched.watchedAddresses().contains(where: { $0.address == address }) else {
                    throw WalletAppError(.failed, localized("The wallet does not watch this account."))
                }
                try await store.watched.unwatch(address)
                options.sayChanged()
            }
        }
    }
}
