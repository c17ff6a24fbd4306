import ArgumentParser
import Bitcoin
import BitcoinWallet
import Bridge
import Messages
import Store
import WalletCore

/// `drawbridge coins`: the coins (unspent outputs) of the accounts on Bitcoin and Bitcoin Cash.
struct CoinsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coins",
        abstract: localized("List your coins on Bitcoin and Bitcoin Cash, or freeze and label them."),
        subcommands: [List.self, Freeze.self, Unfreeze.self, Label.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the coins, the largest of each account first."),
            discussion: localized(
                """
                One line for each: amount, symbol, network, state, confirmations, coin (TXID:INDEX), address, label. \
                A window of the wallet that is open is asked; without one, the latest stored data is shown.
                """))

        @Option(help: ArgumentHelp(localized("The network: a name or an identifier, such as Bitcoin.")))
        var network: String?

        @OptionGroup var options: TerminalOptions

        func run() throws {
            try TerminalClient.run { [options, network] in
                let client = TerminalClient(options: options)
                let coins =
                    if let live = try client.ask("coins") { live } else { try await CoinsCommand.stored(client) }
                let wanted = network?.lowercased()
                let shown = (coins.array ?? []).filter { coin in
                    wanted == nil || coin["network"]?.string?.lowercased() == wanted || coin["chain"]?.string == wanted
                }
                if options.json { return Console.say(JSON.array(shown).text) }
                for coin in shown { Console.say(CoinsCommand.line(coin)) }
            }
        }
    }

    struct Freeze: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Exclude a coin from all payments."))
        @Argument(help: ArgumentHelp(localized("The coin, as TXID:INDEX."))) var coin: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try CoinAction.freeze.run(coin, options) }
    }

    struct Unfreeze: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Let payments spend a coin again."))
        @Argument(help: ArgumentHelp(localized("The coin, as TXID:INDEX."))) var coin: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try CoinAction.unfreeze.run(coin, options) }
    }

    struct Label: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Label a coin; an empty label removes it."))
        @Argument(help: ArgumentHelp(localized("The coin, as TXID:INDEX."))) var coin: String
        @Argument(help: ArgumentHelp(localized("The label."))) var label: String
        @OptionGroup var options: TerminalOptions
        func run() throws { try CoinAction.label(label).run(coin, options) }
    }

    /// The coins in the store, of all accounts.
    @MainActor private static func stored(_ client: TerminalClient) async throws -> JSON {
        let store = try client.store()
        do throws(RPCError) {
            return .array(
                try await CoinWallet.coins(in: store.coins, signed: store.journal).flatMap(TerminalJSON.coins))
        } catch {
            throw WalletAppError(error)
        }
    }

    private static func line(_ coin: JSON) -> String {
        [
            coin["amount"]?.string, coin["symbol"]?.string, coin["network"]?.string, coin["state"]?.string,
            coin["confirmations"]?.number?.text, coin["coin"]?.string, coin["address"]?.string,
            coin["label"]?.string,
        ].map(Quotation.bare).joined(separator: "\t")
    }
}

/// A change of what is stored of a coin.
enum CoinAction: Hashable {
    case freeze, unfreeze
    case label(String)

    /// Reads the members `action` and `label` of a request; `nil` for an unknown one.
    init?(_ request: JSON) {
        switch request["action"]?.string {
        case "freeze": self = .freeze
        case "unfreeze": self = .unfreeze
        case "label": self = .label(request["label"]?.string ?? "")
        default: return nil
        }
    }

    private var members: JSONObject {
        switch self {
        case .freeze: ["action": "freeze"]
        case .unfreeze: ["action": "unfreeze"]
        case .label(let text): ["action": "label", "label": .string(text)]
        }
    }

    /// Changes a coin in the running window, or in the store without one.
    fileprivate func run(_ text: String, _ options: TerminalOptions) throws {
        guard let coin = OutPoint(text) else {
            throw ValidationError(localized("A coin is a transaction ID, a colon and a number, TXID:INDEX."))
        }
        try TerminalClient.run { [self] in
            let client = TerminalClient(options: options)
            var request = members
            request["coin"] = .string(coin.description)
            if let changed = try client.ask("coin", request) {
                if options.json { Console.say(changed.text) }
                return
            }
            try await change(coin, in: try client.store())
            options.sayChanged()
        }
    }

    /// Changes the store, because no window is open.
    @MainActor private func change(_ coin: OutPoint, in store: Store) async throws {
        do throws(RPCError) {
            let account = try await CoinWallet.owner(of: coin, in: store.coins)
            do throws(JournalError) {
                switch self {
                case .freeze, .unfreeze: try await store.coins.freeze(coin, self == .freeze, of: account)
                case .label(let text): try await store.coins.label(text, .coin(coin), of: account)
                }
            } catch {
                throw RPCError(CoinError.journal)
            }
        } catch {
            throw WalletAppError(error)
        }
    }
}
