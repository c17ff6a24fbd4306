import Bridge
package import Ethereum
import Primitives

extension Holdings {
    /// The maximum number of tokens, and of spenders, of one request that the node is asked about.
    private static let mostTokens = 4

    /// The node's data about the tokens and addresses in a call of `account`.
    package static func of(
        _ account: EthereumAddress, in intent: Intent, asking node: any EthereumNode
    ) async -> Holdings {
        await of(account, tokens: intent.all.tokens, spenders: intent.all.spenders, asking: node)
    }

    /// The node's data: for each token, its standard, the account's balance and the total supply; for each spender,
    /// whether it has code.
    private static func of(
        _ account: EthereumAddress, tokens: [EthereumAddress], spenders: [EthereumAddress],
        asking node: any EthereumNode
    ) async -> Holdings {
        var holdings = Holdings.unknown
        for token in tokens.prefix(mostTokens) {
            let contract = TokenContract(token, node: node)
            holdings.standards[token] = await contract.standard()
            let found = await contract.holdings(of: account)
            holdings.balances.merge(found.balances) { $1 }
            holdings.supplies.merge(found.supplies) { $1 }
        }
        for spender in spenders.prefix(mostTokens) {
            holdings.hasCode[spender] = await hasCode(spender, asking: node)
        }
        return holdings
    }

    /// The data of the node of `chain` about the tokens and addresses in a signature of `account`; empty if the user
    /// chose no node, or if it does not respond.
    ///
    /// The calls in a message may be those of another account, such as a Safe, whose tokens are not counted.
    @MainActor package static func of(
        _ account: EthereumAddress, allowedBy intent: Intent, on chain: Chain, chains: ChainBook
    ) async -> Holdings {
        guard chains.hasNode(chain), !chains.isNodeFromSite(chain), let node = try? chains.node(for: chain),
            let balance = try? await node.ask("eth_getBalance", [.string(account.description), "latest"]).bigQuantity
        else { return .unknown }
        var holdings = await of(
            account, tokens: intent.all.filter { $0.isOffered(by: account) }.tokens, spenders: intent.all.spenders,
            asking: node)
        holdings.coins = balance
        return holdings
    }

    /// Whether a contract is at an address; `nil` if the node does not say.
    ///
    /// An account that delegates to the code of a contract (EIP-7702) still belongs to a person.
    private static func hasCode(_ address: EthereumAddress, asking node: any EthereumNode) async -> Bool? {
        guard let text = try? await node.ask("eth_getCode", [.string(address.description), "latest"]).string,
            let code = Hex.decode(text)
        else { return nil }
        let isDelegated = code.count == 23 && code.starts(with: [0xEF, 0x01, 0x00])
        return !code.isEmpty && !isDelegated
    }
}

extension Intent {
    /// Whether it is something that a signature of `account` allows with the account's own tokens.
    fileprivate func isOffered(by account: EthereumAddress) -> Bool {
        switch self {
        case .allowance(let allowance):
            (allowance.way == .permit || allowance.way == .once) && allowance.owner ?? account == account
        case .transfer(let transfer): transfer.deadline != nil && transfer.from ?? account == account
        case .order(let order): !order.isTaken && order.offerer ?? account == account
        default: false
        }
    }
}

extension [Intent] {
    /// The contracts of the tokens that the intents move, exchange or allow others to move, each once.
    fileprivate var tokens: [EthereumAddress] {
        var tokens: [EthereumAddress] = []
        for intent in self {
            let found: [EthereumAddress] =
                switch intent {
                case .transfer(let transfer): [transfer.token]
                case .allowance(let allowance): [allowance.token]
                case .control(let control): [control.token]
                case .action(let action): action.gives.compactMap(\.token)
                case .order(let order): order.amounts.compactMap(\.token)
                default: []
                }
            for token in found where !tokens.contains(token) { tokens.append(token) }
        }
        return tokens
    }

    /// The accounts that may spend tokens afterwards, each once.
    fileprivate var spenders: [EthereumAddress] {
        var spenders: [EthereumAddress] = []
        for intent in self {
            let spender: EthereumAddress? =
                switch intent {
                case .allowance(let allowance): allowance.isRevocation ? nil : allowance.spender
                case .control(let control): control.isGiven ? control.operator : nil
                case .order(let order): order.spender
                default: nil
                }
            if let spender, !spenders.contains(spender) { spenders.append(spender) }
        }
        return spenders
    }
}

extension TokenOrder {
    /// The items that may be paid in amounts, by the account that offers or by the one that accepts the offer.
    fileprivate var amounts: [Item] {
        (isTaken ? gets + gives : gives).filter { $0.item == nil && !$0.isAnyItem }
    }
}
