package import Bridge
import Ethereum
import Messages
package import WalletCore

/// The names of ENS, by the node that the user chose for Ethereum.
@MainActor package final class EthereumNames: NameSource {
    private let chains: ChainBook

    /// Whether names are looked up at all.
    package var isEnabled = true

    /// The servers that contracts name for records outside the chain (EIP-3668); `nil` unless the user allowed to ask
    /// them.
    package var gateways: NameGateways?

    /// Creates a source that asks the nodes of `chains`.
    package init(chains: ChainBook, gateways: NameGateways? = nil) {
        self.chains = chains
        self.gateways = gateways
    }

    /// Whether `text` has the form of a name.
    package func isName(_ text: String) -> Bool { ENSName.hasForm(text) }

    /// The address to which a name resolves on the chain of `account`, and whether its owner chose that name.
    ///
    /// - Throws: The reason why no address was found, as a sentence for the user.
    package func resolve(_ name: String, for account: AccountID) async throws(RPCError) -> ResolvedName {
        guard isEnabled else {
            throw RPCError(
                .failed,
                sentence: localizable(
                    "The lookup of names is turned off. Turn it on under “Servers…”, or enter an address."))
        }
        guard let chain = chains.chain(account.chain) else {
            throw RPCError(.unknownChain, sentence: localizable("The wallet does not know this network."))
        }
        let parsed: ENSName
        do throws(EthereumError) {
            parsed = try ENSName(name)
        } catch {
            throw RPCError(.invalidParameters, sentence: Self.sentence(about: name, error))
        }
        let registry = Self.registry(of: chain)
        guard chains.hasNode(registry), !chains.isNodeFromSite(registry) else {
            throw RPCError(
                .disconnected,
                sentence: localizable(
                    """
                    Names are looked up on \(registry.name, as: "network"), for which you have not set a node. Set one \
                    under “Servers…”.
                    """))
        }
        let resolver = NameResolver(node: try chains.node(for: registry), gateways: gateways)
        let address = try await resolver.address(of: parsed, on: chain.id)
        return ResolvedName(
            parsed.text, address.description, isMutual: (try? await resolver.name(of: address))?.text == parsed.text)
    }

    /// The verified primary name of `address`, which resolves to the address on `chain` (EIP-181); `nil` if there is none, or if
    /// ``canLookUp(on:)`` is false.
    ///
    /// No server outside the chain is asked: it would learn which addresses the user sees.
    ///
    /// - Throws: Why the node gave no answer.
    package func name(of address: String, on chain: Chain = .ethereum) async throws(NodeError) -> String? {
        guard canLookUp(on: chain), let address = try? EthereumAddress(address),
            let node = try? chains.node(for: Self.registry(of: chain))
        else { return nil }
        return try await NameResolver(node: node).name(of: address, on: chain.id)?.text
    }

    /// Whether names are looked up for addresses on `chain`: they are turned on, and the user has set a node of the chain
    /// that has the names.
    package func canLookUp(on chain: Chain) -> Bool {
        let registry = Self.registry(of: chain)
        return isEnabled && chains.hasNode(registry) && !chains.isNodeFromSite(registry)
    }

    /// The chain with the names for addresses on `chain`; a test network with a registry has its own.
    private static func registry(of chain: Chain) -> Chain {
        NameResolver.chains.contains(chain.id) ? chain : .ethereum
    }

    private static func sentence(about name: String, _ error: EthereumError) -> Message {
        let text = Quotation.of(name, limit: 80)
        guard case .name(let fault) = error else { return localizable("\(text, as: "name") is not a valid name.") }
        return switch fault {
        case .empty: localizable("\(text, as: "name") is not a valid name: a part of it is empty.")
        case .long: localizable("This name is too long.")
        case .character: localizable("\(text, as: "name") has a character that is not allowed in names.")
        case .underscore, .hyphens, .mark, .punctuation:
            localizable("\(text, as: "name") is not a valid name: its punctuation is not allowed.")
        case .mixture: localizable("\(text, as: "name") mixes characters of several scripts, which is not allowed.")
        case .confusable:
            localizable("\(text, as: "name") looks like another name: it uses similar characters of another script.")
        }
    }
}
