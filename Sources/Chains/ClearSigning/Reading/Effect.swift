internal import Ethereum
internal import BigInt

/// One effect of a known function or message, with the paths of its values among the arguments.
///
/// A path has the form of ERC-7730, such as `params.path.[0]`, `details.[].token` or `@.to` for the called contract. If
/// a path goes through a list, there is one effect for each element, and the other paths use the same elements.
indirect enum Effect: Sendable {
    /// Moves tokens.
    case transfer(
        _ kind: TokenTransfer.Kind, token: String = "@.to", from: String? = nil, to: String, item: String? = nil,
        amount: String? = nil, deadline: String? = nil)

    /// Grants a token allowance; `given` is the path of a Boolean if the amount is all or nothing, and `item` that of
    /// the item of which it is an amount.
    case allowance(
        _ way: Allowance.Way, token: String = "@.to", owner: String? = nil, spender: String, amount: String? = nil,
        given: String? = nil, bits: Int = 256, expiration: String? = nil, deadline: String? = nil,
        isPermit2: Bool = false, item: String? = nil)

    /// Grants an allowance for one item of a collection.
    case itemAllowance(spender: String, item: String, deadline: String? = nil)

    /// Grants control of all tokens of a contract, or of what the account has and owes in a lending market.
    case control(
        token: String = "@.to", owner: String? = nil, operator: String, given: String? = nil, deadline: String? = nil,
        isLending: Bool = false)

    /// Exchanges, deposits, withdraws or claims: what is paid, what is received and by whom.
    ///
    /// `least` is the path of the minimum amount if its token is unknown. `zeroIsContract` says that the contract keeps
    /// what it sends to the zero address. An exchange (`isExchange`) must name what it yields, or a minimum. `code` is
    /// the path of contracts whose code takes part, which anyone may have written. `terms` says more about what it may
    /// cost or yield.
    case action(
        _ kind: ContractAction.Kind, gives: [Flow] = [], gets: [Flow] = [], to: [String] = [], owner: String? = nil,
        takesCoins: Bool = false, destroys: Bool = false, least: String? = nil, zeroIsContract: Bool = false,
        isExchange: Bool = false, router: RouterTraits = [], code: String? = nil, terms: [Term] = [])

    /// Grants rights other than token permissions: ownership, a role, a vote, an agent.
    case grant(RightsGrant.Kind, _ right: RightsGrant.Right, to: String? = nil)

    /// Offers an exchange that another account can execute.
    ///
    /// `terms` are further terms that only code can read. `fee` is the path of the exchange's largest fee, in basis
    /// points.
    case order(
        offerer: String? = nil, gives: [Flow], gets: [Flow], to: String? = nil, end: String? = nil,
        terms: OrderTerms? = nil, fee: String? = nil)

    /// Makes other calls: the target, the amount of native coin and the data. `operation` is the path of a number; if
    /// it is not zero, the code of `to` runs with the rights of the caller.
    case calls(
        to: String = "@.to", value: String? = nil, data: String, operation: String? = nil, isDelegated: Bool = false)

    /// Contains other steps in a special encoding.
    case steps(StepEncoding)

    /// Pays a share of the proceeds of an exchange, such as a fee, in basis points.
    ///
    /// Up to `upTo` it is a usual fee of front ends or a royalty; a larger share is treated as a payment to the
    /// recipient.
    ///
    /// `token` is the path of the token of which it is, where several shares of it may add up.
    case share(of: String, to: String, upTo: Int = 100, token: String? = nil)

    /// One of two lists of effects, chosen by the Boolean or number at the path.
    case either(_ path: String, _ then: [Effect], _ otherwise: [Effect])

    /// One of two lists of effects: the first if the text at the path is one of several.
    case ifText(_ path: String, _ texts: Set<String>, _ then: [Effect], _ otherwise: [Effect])

    /// The Seaport orders at a path in a message, which another account can execute.
    case seaport(_ path: String)

    /// Actions in two arguments: one byte for each, and a list of their arguments.
    case actionList(_ actions: String, _ inputs: String)

    /// Can neither take nor give anything, for the given reason.
    case harmless(_ kind: ContractAction.Kind, because: String)

    /// An exchange of tokens.
    static func swap(
        gives: [Flow] = [], gets: [Flow] = [], to: [String] = [], owner: String? = nil, takesCoins: Bool = false,
        least: String? = nil, zeroIsContract: Bool = false, router: RouterTraits = [], code: String? = nil,
        terms: [Term] = []
    ) -> Effect {
        .action(
            .swap, gives: gives, gets: gets, to: to, owner: owner, takesCoins: takesCoins, least: least,
            zeroIsContract: zeroIsContract, isExchange: true, router: router, code: code, terms: terms)
    }
}

/// What an action may cost or yield beyond the amounts that it names, with the paths of its values.
enum Term: Sendable {
    /// What arrives on another chain: at least an amount, and what is sent less a fee.
    ///
    /// `token` is what is sent, and `arriving` what arrives, with the ID of the chain; without them, both are the same.
    case crossing(
        sent: String, least: String? = nil, fee: String? = nil, token: String? = nil,
        arriving: (token: String, chain: String)? = nil)

    /// The terms of a lending market, which anyone can open.
    case market(String)

    /// The amount that is taken is not in the call.
    case isUnbounded

    /// Who gets what is sent is known only to a service: the call has the number of an order, or a hash.
    case isSealed

    /// The token of a bridge's other chain that stands for what is sent, which anyone can write.
    case counterpart(String)

    /// A position to which anyone can add is named only by its number.
    case isAnyonesPosition

    /// Contracts use the function in different ways.
    case isAmbiguous

    /// The withdrawal credentials of the deposit for a validator, whose key anyone may have used before.
    case validator(String)

    /// The collection of the items that the coins of the call pay for.
    case collection(String)

    /// Creates a pool at a price in the call.
    case createsPool

    /// The two tokens that go into a pool are worth about the same.
    case isPair

    /// What it gives is not in the call, so that the least amounts must be worth something.
    case needsMinimum

    /// The options of LayerZero for what is sent, and the data for a further call, which can give some of it away.
    case delivery(options: String, further: String)

    /// The assets of an order of 0x, which must be tokens, and a fee that must be zero.
    case tokens([String], fee: String)

    /// The operator to whom a stake is delegated.
    case `operator`(String)

    /// The least amounts of the tokens that go into a pool, or come out of it.
    case minimums([String])

    /// A function of ERC-4626, with the path of its amount.
    case vault(ContractAction.VaultTrade.Kind, String)

    /// The steps in which an exchange is carried out, a list.
    case executorSteps(String)

    /// The pools of an exchange that does not name the token that it buys; `token` is what it sells.
    case pools([String], token: String? = nil, sold: String, least: String)

    /// The numbers of the coins of the called pool that are exchanged.
    case coins(sold: String, bought: String, amount: String, least: String)

    /// Contracts that the call names to carry out an exchange: each gets what is sent, and decides what comes back above
    /// the least amount.
    case executors([String])

    /// The route of Curve's router: tokens and pools in turn, up to five exchanges.
    case route(String, least: String)

    /// An order that uses what was sent to a vault before: the token, unless the kind of the order is one of
    /// `reducing`.
    case order(uses: String, kind: String, reducing: ClosedRange<BigUInt>)
}

/// Where an order has terms that only code can read, with the path of the value that contains them.
enum OrderTerms: Sendable {
    /// Bytes or a list, unless they are empty.
    case content(String)
    /// A number, unless it is zero.
    case number(String)
    /// The traits of a 1inch order, which show whether it has an extension.
    case makerTraits(String)
    /// A contract that decides about the exchange, unless it is one of `known`.
    case contract(String, known: [String])
}

/// What a step of a router does with funds that are neither the account's nor the recipient's yet.
struct RouterTraits: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// What is given stays in the contract for later steps, if the contract is the recipient.
    static let keepsGiven = RouterTraits(rawValue: 1)

    /// The pool owes what comes in return until a later step takes it; the call fails if none does.
    static let isOwed = RouterTraits(rawValue: 2)

    /// Coins that are sent with the call and not used stay in the contract.
    static let keepsCoins = RouterTraits(rawValue: 4)

    /// It takes all of the coins, or of another token that it names, out of the contract.
    static let refunds = RouterTraits(rawValue: 8)

    /// It is a command of a router, which never takes coins in place of the token into which they are wrapped.
    static let isStep = RouterTraits(rawValue: 16)

    /// It sends what comes in return out of what the contract holds.
    static let paysOut = RouterTraits(rawValue: 32)

    /// What is given lies in a vault until an order in the same call uses it.
    static let awaitsOrder = RouterTraits(rawValue: 64)

    /// The zero address as the recipient is the sender.
    static let zeroIsSender = RouterTraits(rawValue: 128)

    /// 1 as the recipient is the sender, and 2 the contract (Uniswap's `Constants.MSG_SENDER` and `ADDRESS_THIS`).
    static let hasPlaceholders = RouterTraits(rawValue: 256)
}

/// How a function encodes the steps that it contains.
enum StepEncoding: Sendable {
    /// Uniswap's Universal Router: one byte for each command, and a list of arguments.
    case router(commands: String, inputs: String)
    /// Uniswap v4: the same, encoded in one `bytes`.
    case actions(String)
    /// Safe's MultiSend: operation, address, value, length and data, concatenated.
    case multiSend(String)
    /// ERC-7579 and ERC-7821: a mode, and then one call, a list of calls or a delegated call.
    case execution(mode: String, data: String)
    /// A list of ERC-4337 user operations, each with its own `callData` for its own account.
    case operations(String)
    /// Compound's bulker: the name of each action, and its arguments.
    case bulk(actions: String, data: String)
    /// Seaport orders as arguments of a function: parameters, or structures that contain them.
    case seaport(String)
}

/// An amount of a token in an exchange, with the paths of its parts.
struct Flow: Sendable {
    let bound: ContractAction.Bound

    /// The path of the amount, or of the item's ID.
    let amount: String

    /// The path of the token's contract; `nil` for the native coin.
    ///
    /// In a path such as `isFirst?a:b`, the Boolean at the first path selects one of the other two. The amount can have
    /// this form too.
    let token: String?

    var isItem = false

    /// The path of the amount of an item; `nil` for a single one.
    var count: String?

    /// Whether the item is a share in an outcome.
    var isOutcome = false

    /// The path of an amount that is added, such as a fee.
    var extra: String?

    /// The paths of a fraction by which the amount is multiplied.
    var fraction: (of: String, over: String)?

    /// This flow with the amount at the path added.
    func plus(_ extra: String) -> Flow {
        var flow = self
        flow.extra = extra
        return flow
    }

    /// This flow for a part of an order: the amount, multiplied by the numbers of the paths as a fraction.
    func times(_ part: String, over whole: String) -> Flow {
        var flow = self
        flow.fraction = (part, whole)
        return flow
    }

    /// The native coin that is sent with the call.
    static let coins = Flow(bound: .exactly, amount: "@.value", token: nil)

    static func exactly(_ amount: String, _ token: String? = nil) -> Flow {
        Flow(bound: .exactly, amount: amount, token: token)
    }

    static func atLeast(_ amount: String, _ token: String? = nil) -> Flow {
        Flow(bound: .atLeast, amount: amount, token: token)
    }

    static func atMost(_ amount: String, _ token: String? = nil) -> Flow {
        Flow(bound: .atMost, amount: amount, token: token)
    }

    static func item(_ number: String, _ token: String, count: String? = nil, isOutcome: Bool = false) -> Flow {
        Flow(bound: .exactly, amount: number, token: token, isItem: true, count: count, isOutcome: isOutcome)
    }
}
