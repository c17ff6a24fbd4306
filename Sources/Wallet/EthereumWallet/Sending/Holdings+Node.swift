import Bridge
package import ClearSigning
package import Ethereum
import Primitives

extension Holdings {
    /// The maximum number of tokens, of spenders, and of recipients of one request that the node is asked about.
    private static let mostTokens = 4

    /// The node's data about the tokens and addresses in a call of `account`.
    package static func of(
        _ account: EthereumAddress, in intent: Intent, asking node: any EthereumNode
    ) async -> Holdings {
        await of(account, intent.all, tokens: intent.all.tokens, asking: node)
    }

    /// The data of a node that a site named, which could say anything about a recipient.
    static func unreported(in intent: Intent) -> Holdings {
        Holdings(codes: Dictionary(intent.all.recipients.map { ($0, .notReported) }) { first, _ in first })
    }

    /// The node's data: for each token, its standard, the account's balance and the total supply; for each spender and
    /// recipient, its code.
    private static func of(
        _ account: EthereumAddress, _ intents: [Intent], tokens: [EthereumAddress], asking node: any EthereumNode
    ) async -> Holdings {
        var holdings = Holdings.unknown
        for token in tokens.prefix(mostTokens) {
            let contract = TokenContract(token, node: node)
            holdings.standards[token] = await contract.standard()
            let found = await contract.holdings(of: account)
            holdings.balances.merge(found.balances) { $1 }
            holdings.supplies.merge(found.supplies) { $1 }
        }
        for spender in intents.spenders.prefix(mostTokens) {
            holdings.codes[spender] = await code(of: spender, asking: node)
        }
        for (place, recipient) in intents.recipients.enumerated()
        where recipient != account && holdings.codes[recipient] == nil {
            holdings.codes[recipient] = place < mostTokens ? await code(of: recipient, asking: node) : .notReported
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
            account, intent.all, tokens: intent.all.filter { $0.isOffered(by: account) }.tokens, asking: node)
        holdings.coins = balance
        return holdings
    }

    /// The code at an address.
    static func code(of address: EthereumAddress, asking node: any EthereumNode) async -> AccountCode {
        guard let text = try? await node.ask("eth_getCode", [.string(address.description), "latest"]).string,
            let code = Hex.decode(text)
        else { return .notReported }
        if code.isEmpty { return .empty }
        return AccountDelegation(code: code).map(AccountCode.delegation) ?? .contract
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

    /// The addresses that get coins or tokens, each once.
    fileprivate var recipients: [EthereumAddress] {
        var recipients: [EthereumAddress] = []
        var known: Set<EthereumAddress> = []
        for intent in self {
            let recipient: EthereumAddress? =
                switch intent {
                case .payment(let to, let amount): amount > 0 ? to : nil
                case .transfer(let transfer): transfer.to
                default: nil
                }
            if let recipient, known.insert(recipient).inserted { recipients.append(recipient) }
        }
        return recipients
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
