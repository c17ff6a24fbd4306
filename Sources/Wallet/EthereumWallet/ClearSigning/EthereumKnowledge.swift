import Bridge
public import ClearSigning
import Ethereum
package import WalletCore

/// What the wallet knows about tokens, contracts and earlier recipients; it uses this to explain what is signed.
@MainActor public final class EthereumKnowledge {
    /// The tokens whose symbols and decimals are known.
    public var tokens = TokenBook()

    /// What is known about contracts and their functions.
    public var descriptors = DescriptorBook.empty

    /// The names of addresses that the wallet shows; `nil` if none are looked up.
    package var names: AddressNames?

    /// The prices of the source that the user set; `nil` if none is set.
    package var priceList: (@MainActor @Sendable () async -> PriceList?)?

    /// The prices of earlier days; `nil` if none are kept.
    package var priceMemory: (any PriceMemory)?

    private let recipients: any RecipientBook
    private let activeAccount: WalletSigner
    private let clock: WalletClock

    /// Creates the knowledge of a wallet.
    ///
    /// - Parameters:
    ///   - recipients: The addresses that the user has used before.
    ///   - activeAccount: The user's own account.
    ///   - clock: The time of day.
    package init(recipients: any RecipientBook, activeAccount: WalletSigner, clock: WalletClock) {
        self.recipients = recipients
        self.activeAccount = activeAccount
        self.clock = clock
    }

    /// Explains what a transaction or a message will do.
    package var explainer: RequestExplainer {
        RequestExplainer(
            tokens: tokens, recipients: recipients, descriptors: descriptors,
            own: activeAccount.ethereumAddresses.compactMap { try? EthereumAddress($0.address) }, names: names,
            now: clock.now)
    }

    /// What the tokens in an exchange are worth, by each of the user's nodes that answers in time.
    package nonisolated func prices(in intent: Intent, on chain: Chain, asking node: any EthereumNode) async -> Prices {
        let prices = await presentPrices(in: intent, on: chain, asking: node)
        guard !prices.known.isEmpty, let memory = await priceMemory else { return prices }
        let now = await clock.now()
        let earlier = (try? await memory.prices(on: chain.id)) ?? []
        // A price that cannot be kept is of no use tomorrow; that changes nothing today.
        try? await memory.keep(prices.kept(on: chain.id, at: now))
        return prices.remembering(earlier, at: now)
    }

    private nonisolated func presentPrices(
        in intent: Intent, on chain: Chain, asking node: any EthereumNode
    ) async -> Prices {
        let wanted = intent.pricedTokens(on: chain.id)
        let trades = intent.vaultTrades
        guard !wanted.isEmpty || !trades.isEmpty else { return .unknown }
        let (tokens, now, time, list) = await (tokens, clock.now(), clock.time, priceList)
        let reader = PriceReader(chain: chain, tokens: tokens, now: now)
        let members = node.members
        return await withTaskGroup(of: PriceVoice.self) { group in
            for member in members {
                group.addTask { .node((try? await reader.prices(of: wanted, trades, asking: member)) ?? .unknown) }
            }
            if let list { group.addTask { .list(await list()) } }
            group.addTask {
                try? await time.sleep(Self.mostTimeForPrices)
                return .end
            }
            defer { group.cancelAll() }
            var (answers, listed): ([Prices], Prices?) = ([], nil)
            var rest = members.count + (list == nil ? 0 : 1)
            waiting: while rest > 0 {
                switch await group.next() {
                case .node(let prices): answers.append(prices)
                case .list(let list): listed = list.map { reader.prices(of: wanted, in: $0) }
                case .end, nil: break waiting
                }
                rest -= 1
            }
            let prices = Prices.together(answers)
            return listed.map(prices.joined) ?? prices
        }
    }

    /// Who answers a question for prices.
    private enum PriceVoice: Sendable {
        case node(Prices)
        case list(PriceList?)
        /// The time is over.
        case end
    }

    /// How long an approval waits for prices.
    private nonisolated static let mostTimeForPrices = Duration.seconds(4)

    /// Starts to look up the names of those whom `call` concerns, while other things are asked.
    func startNames(of call: ContractCall, on chain: Chain) {
        let own = activeAccount.ethereumAddresses.map(\.address)
        let others = Set(Intent(call).all.flatMap(\.parties)).filter {
            !own.contains($0.description) && !$0.isUnowned && KnownContracts.contract($0, on: chain.id) == nil
        }
        // The explanation shows names of at most this many.
        guard others.count <= 4 else { return }
        names?.start(Array(others), on: chain)
    }

    /// Remembers the addresses of a transaction that was sent, or of a signature, each in the role that the user saw.
    ///
    /// A signature may never be used, so it does not make anyone a recipient.
    package func remember(_ explanation: Explanation, on chain: String, isSignature: Bool = false) async {
        var roles: [EthereumAddress: Recipient.Roles] = [:]
        for spender in explanation.spenders {
            roles[spender, default: []].formUnion(isSignature ? .signedSpender : .spender)
        }
        if !isSignature {
            for recipient in explanation.recipients { roles[recipient, default: []].formUnion(.recipient) }
            if let contract = explanation.contract { roles[contract, default: []].formUnion(.contract) }
        }
        for (address, roles) in roles {
            try? await recipients.remember(
                Recipient(chain: chain, address: address.description, lastUsed: clock.now(), roles: roles))
        }
    }
}
