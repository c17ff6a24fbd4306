import Bridge
package import Ethereum
import Primitives

extension Holdings {
    /// The most tokens, and the most spenders, of one request about which the node is asked.
    private static let mostTokens = 4

    /// What the node says of what a call of `account` does.
    package static func of(
        _ account: EthereumAddress, in intent: Intent, asking node: any EthereumNode
    ) async -> Holdings {
        await of(account, tokens: intent.all.tokens, spenders: intent.all.spenders, asking: node)
    }

    /// What the node says: of each token its standard, what the account has and how many there are; of each spender
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

    /// What the node of `chain` says of what a signature of `account` allows; nothing if the user chose no node, or it
    /// does not answer.
    ///
    /// Calls that a message carries may be those of another account, such as a Safe, whose tokens are not counted.
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

    /// Whether a contract is at an address; `nil` where the node does not say.
    ///
    /// An account that runs the code of a contract (EIP-7702) is still a person's.
    private static func hasCode(_ address: EthereumAddress, asking node: any EthereumNode) async -> Bool? {
        guard let text = try? await node.ask("eth_getCode", [.string(address.description), "latest"]).string,
            let code = Hex.decode(text)
        else { return nil }
        let isDelegated = code.count == 23 && code.starts(with: [0xEF, 0x01, 0x00])
        return !code.isEmpty && !isDelegated
    }
}

extension Intent {
    /// Whether it is what a signature of `account` allows to be done with the account's own tokens.
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
    /// The contracts of the tokens that they move, exchange or allow to be moved, each once.
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

    /// The accounts that may spend tokens after them, each once.
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
    /// What may be paid in amounts: by the account that offers, or by the one that takes the offer.
    fileprivate var amounts: [Item] {
        (isTaken ? gets + gives : gives).filter { $0.item == nil && !$0.isAnyItem }
    }
}
