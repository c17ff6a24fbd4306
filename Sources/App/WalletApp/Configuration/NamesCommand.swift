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
        @Option(help: ArgumentHelp(localized("The chain ID of the network on which the address is used.")))
        var chain: UInt64 = 1
        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let settings = try ConfigurationFile(config).read()
            try Asynchronously.run { [name, chain, output] in
                let names = NamesCommand.names(settings)
                do throws(RPCError) {
                    let account = AccountID(chain: ChainID(eip155: chain), address: "")
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
        @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
        var config: String?
        @OptionGroup var output: JSONOption

        func run() throws {
            let settings = try ConfigurationFile(config).read()
            try Asynchronously.run { [address, output] in
                let names = NamesCommand.names(settings)
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
    }

    struct Lookup: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show, allow or forbid the lookup of names in the wallet."))

        @Argument(help: ArgumentHelp(localized("on or off; without it, what is set."))) var state: State?
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?

        @OptionGroup var output: JSONOption

        func run() throws { try NamesCommand.set(state, \.usesNames, in: ConfigurationFile(config), output) }
    }

    /// Sets a setting, or says what is set.
    private static func set(
        _ state: State?, _ setting: WritableKeyPath<Settings, Bool>, in file: ConfigurationFile,
        _ output: JSONOption
    ) throws {
        var settings = try file.read()
        guard let state else {
            let state = State(settings[keyPath: setting]).rawValue
            return output.say(["state": .string(state)], [state])
        }
        settings[keyPath: setting] = state == .on
        try file.write(settings)
        TerminalClient.reloadWindow()
        output.sayChanged()
    }

    struct Gateways: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show, allow or forbid requests to servers off the chain (CCIP-read)."))

        @Argument(help: ArgumentHelp(localized("on or off; without it, what is set."))) var state: State?
        @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
        var config: String?

        @OptionGroup var output: JSONOption

        func run() throws { try NamesCommand.set(state, \.usesNameGateways, in: ConfigurationFile(config), output) }
    }
}
