import ArgumentParser
import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import Network
import WalletCore

/// `drawbridge names`: the names of ENS.
struct NamesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "names", abstract: localized("Look up ENS names."),
        discussion: localized(
            """
            Names are looked up through your own node of Ethereum. Some are kept outside the chain, on servers that \
            their contracts name (CCIP-read, EIP-3668). These servers would learn whom you pay, and when, so the wallet \
            asks them only after `drawbridge names gateways on`. `drawbridge names lookup off` turns all names off. A \
            window of the wallet that is open follows these settings at once.
            """),
        subcommands: [Resolve.self, Of.self, Lookup.self, Gateways.self])

    struct Resolve: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Print the address of a name."))

        @Argument(help: ArgumentHelp(localized("The name, such as alice.eth."))) var name: String
        @Option(
            help: ArgumentHelp(localized("The chain ID or the name of the network on which the address is used.")))
        var chain = "1"
        @OptionGroup var settings: SettingsToRead

        func run() throws {
            let stored = try settings.file.read()
            guard let id = NetworkName(chain).evmChain else {
                throw WalletError(.usage, localized("ENS has addresses for EVM chains: give the chain ID or the name."))
            }
            try Asynchronously.run { [name, id, output = settings.output] in
                let names = NamesCommand.names(stored)
                do throws(RPCError) {
                    let account = AccountID(chain: ChainID(eip155: id), address: "")
                    let address = try await names.resolve(name, for: account).address
                    output.say(["name": .string(name), "address": .string(address)], [address])
                } catch {
                    throw WalletError(error)
                }
            }
        }
    }

    struct Of: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Print the name that the owner of an address chose, if it resolves to the address."))

        @Argument(help: ArgumentHelp(localized("The address."))) var address: String
        @OptionGroup var settings: SettingsToRead

        func run() throws {
            guard WatchedEthereum.isAddress(address) else {
                throw WalletError(.usage, localized("This is not an address of an EVM chain."))
            }
            let stored = try settings.file.read()
            try Asynchronously.run { [address, output = settings.output] in
                let names = NamesCommand.names(stored)
                guard names.canLookUp(on: .ethereum) else {
                    throw WalletError(
                        localized("The lookup of names is turned off, or you have not set a node of Ethereum."))
                }
                let name: String?
                do throws(NodeError) {
                    name = try await names.name(of: address)
                } catch {
                    throw WalletError(error.sentence)
                }
                guard let name else { throw WalletError(localized("No name resolves to this address.")) }
                output.say(["name": .string(name), "address": .string(address)], [name])
            }
        }
    }

    /// The names by the nodes that the user set.
    @MainActor private static func names(_ settings: Settings) -> EthereumNames {
        let sender = WebClient(trusting: .system, proxy: settings.proxy)
        let chains = ChainBook(
            settings.allChains, endpoints: settings.endpoints, fromSites: settings.chainsFromSites
        ) { JSONRPCNode($0, sender: sender) }
        for entry in settings.chains { chains.setAlternatives(entry.alternatives, for: entry.chain) }
        let gateways = settings.usesNameGateways ? NameGateways(sender: sender) : nil
        let names = EthereumNames(chains: chains, gateways: gateways)
        names.isEnabled = settings.usesNames
        return names
    }

    /// Whether something is done.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off

        init(_ isOn: Bool) { self = isOn ? .on : .off }

        var isOn: Bool { self == .on }
    }

    struct Lookup: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show, allow or forbid the lookup of names in the wallet."))

        @Argument(help: ArgumentHelp(localized("on or off; without it, what is set."))) var state: State?
        @OptionGroup var settings: SettingsToChange

        func run() throws { try NamesCommand.run(settings, state, NameLookups(lookup: state?.isOn)) { $0.lookup } }
    }

    /// Changes a setting, or without a state, says what is set.
    private static func run(
        _ settings: SettingsToChange, _ state: State?, _ command: NameLookups,
        _ isOn: (NameLookups.Outcome) -> Bool
    ) throws {
        guard state == nil else {
            try settings.perform(command)
            return settings.output.sayChanged()
        }
        let state = State(isOn(try settings.file.perform(command))).rawValue
        settings.output.say(["state": .string(state)], [state])
    }

    struct Gateways: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show, allow or forbid requests to servers off the chain (CCIP-read)."))

        @Argument(help: ArgumentHelp(localized("on or off; without it, what is set."))) var state: State?
        @OptionGroup var settings: SettingsToChange

        func run() throws {
            try NamesCommand.run(settings, state, NameLookups(gateways: state?.isOn)) { $0.gateways }
        }
    }
}
