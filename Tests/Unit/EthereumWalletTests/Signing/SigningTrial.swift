import Bridge
import Ethereum
import Foundation
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// Runs a request of the corpus through a wallet with all its descriptors.
@MainActor struct SigningTrial {
    /// The outcome of a request.
    enum Outcome {
        /// This approval was shown to the user.
        case shown(Approval)
        /// The wallet returned an error before asking.
        case refused(String)
    }

    /// The wallet's connection to the chain.
    enum Network: Equatable {
        case node(SigningNode.Character)
        /// No node: the wallet only knows the request itself.
        case none
    }

    private let activeAccount: WalletSigner

    init() throws {
        activeAccount = try WalletSigner.demo()
    }

    /// The descriptors that are installed with the program.
    private static let descriptors = DescriptorFolder.usual(environment: [:])

    /// Connects the page of `item` and sends the request; the user rejects what is shown, after typing the price of items
    /// that are sold if `typesPrices` is true.
    func run(_ item: SigningCase, over network: Network, typesPrices: Bool = false) async throws -> Outcome {
        let chains = ChainBook()
        guard let chain = chains.chain(id: item.chainID) else {
            throw SigningFault("\(item.id) is on an unknown chain")
        }
        if case .node(let character) = network {
            let node = SigningNode(
                chainID: chain.id, world: item.world, facts: item.facts, effects: item.effects, character: character)
            chains.use(node, for: chain)
        }
        let recipients = MemoryRecipientBook()
        let lastUsed = SigningWords.now - 3_600
        for address in item.facts.knows {
            await recipients.remember(Recipient(chain: chain.caip, address: address, lastUsed: lastUsed))
        }
        let site = try TestSite(item.origin, chains: chains, recipients: recipients, activeAccount: activeAccount)
        // From then on, the wallet keeps the networks of sites.
        try await chains.choose(chain, for: try Origin(serialized: item.origin))
        site.services.knowledge.descriptors = Self.descriptors
        site.services.now = { SigningWords.now }
        _ = await site.ask("eth_requestAccounts")
        let before = site.shown.count
        site.judge = { approval in
            let price = approval.rows.first { $0.label == "You receive" }?.value
            guard typesPrices, approval.adjustments.contains(where: { $0.id == TypedPrice.id && $0.problem != nil }),
                case .trusted(let text)? = price, let number = text.split(separator: " ").first
            else { return .rejected }
            return .adjusted([TypedPrice.id: String(number)])
        }
        let (method, params) = network == .none ? Self.alone(item) : (item.method, item.params)
        let answer = await site.ask(method, params)
        guard site.shown.count > before, let approval = site.shown.last else {
            return .refused(answer["error"]?["message"]?.string ?? answer.text)
        }
        return .shown(approval)
    }

    /// The request in a form that needs no node: signed but not sent, with nonce, gas limit and fees.
    private static func alone(_ item: SigningCase) -> (String, JSON) {
        guard item.method == "eth_sendTransaction" || item.method == "eth_signTransaction",
            var transaction = item.params[0]?.object
        else { return (item.method, item.params) }
        let hasPrice = transaction["gasPrice"] != nil
        let told: [(String, JSON)] =
            [("nonce", "0x5"), ("gas", "0x7a120")]
            + (hasPrice ? [] : [("maxFeePerGas", "0x77359400"), ("maxPriorityFeePerGas", "0x5f5e100")])
        for (key, value) in told where transaction[key] == nil && !(key == "gas" && transaction["gasLimit"] != nil) {
            transaction[key] = value
        }
        return ("eth_signTransaction", [.object(transaction)])
    }
}
