/// One thing that a known function or message does, with the places of its parts among the arguments.
///
/// A place is a path as ERC-7730 writes it, such as `params.path.[0]`, `details.[].token` or `@.to` for the called
/// contract. Where a path goes through a list, the effect stands for one thing for each element, and the other paths
/// are taken at the same elements.
indirect enum Effect: Sendable {
    /// Moves tokens.
    case transfer(
        _ kind: TokenTransfer.Kind, token: String = "@.to", from: String? = nil, to: String, item: String? = nil,
        amount: String? = nil, deadline: String? = nil)

    /// Lets somebody spend tokens; `given` is the place of a Boolean where the amount is all or nothing.
    case allowance(
        _ way: Allowance.Way, token: String = "@.to", owner: String? = nil, spender: String, amount: String? = nil,
        given: String? = nil, bits: Int = 256, expiration: String? = nil, deadline: String? = nil,
        isPermit2: Bool = false)

    /// Lets somebody spend one item of a collection.
    case itemAllowance(spender: String, item: String, deadline: String? = nil)

    /// Lets somebody move all tokens of a contract.
    case control(
        token: String = "@.to", owner: String? = nil, operator: String, given: String? = nil, deadline: String? = nil)

    /// Exchanges, deposits, withdraws, claims: what is given, what is received and by whom.
    ///
    /// `least` is the place of the least that must come in return where it is not known of what, and `zeroIsContract`
    /// says that the contract keeps what has the address zero as its recipient.
    case action(
        _ what: String, gives: [Flow] = [], gets: [Flow] = [], to: [String] = [], owner: String? = nil,
        takesCoins: Bool = false, destroys: Bool = false, least: String? = nil, zeroIsContract: Bool = false)

    /// Gives rights other than over tokens: ownership, a role, a vote, an agent.
    case grant(RightsGrant.Kind, _ what: String, to: String? = nil)

    /// Offers an exchange that others may carry out.
    case order(offerer: String? = nil, gives: [Flow], gets: [Flow], to: String? = nil, end: String? = nil)

    /// Makes other calls: what is called, with how much of the coin, with what data; `operation` is the place of a
    /// number other than zero where the code of `to` runs with the rights of the caller.
    case calls(
        to: String = "@.to", value: String? = nil, data: String, operation: String? = nil, isDelegated: Bool = false)

    /// Carries other steps in an encoding of its own.
    case steps(StepEncoding)

    /// Pays a part of what an exchange yields, in hundredths of a percent, such as a fee.
    ///
    /// Up to `upTo` it is what front ends and artists ask for; more than that is a payment to somebody.
    case share(of: String, to: String, upTo: Int = 100)

    /// One thing or the other, as a Boolean or a number at the place says.
    case either(_ path: String, _ then: [Effect], _ otherwise: [Effect])

    /// The orders of Seaport at a place in a message, which others may carry out.
    case seaport(_ path: String)

    /// Actions in two arguments: a byte for each, and a list of their own arguments.
    case actionList(_ actions: String, _ inputs: String)

    /// Can take or give nothing, for the stated reason.
    case harmless(_ what: String, because: String)
}

/// How a function packs the steps that it carries.
enum StepEncoding: Sendable {
    /// Uniswap's Universal Router: a byte for each command, and a list of arguments.
    case router(commands: String, inputs: String)
    /// Uniswap v4: the same in one `bytes`.
    case actions(String)
    /// Safe's MultiSend: operation, address, value, length and data, one behind the other.
    case multiSend(String)
    /// ERC-7579 and ERC-7821: a mode, and one call, a list of calls or a delegated call.
    case execution(mode: String, data: String)
    /// A list of operations of ERC-4337, each with its own `callData` for its own account.
    case operations(String)
    /// Seaport's orders, as arguments of a function: parameters, or structures that hold them.
    case seaport(String)
}

/// An amount of a token in an exchange, with the places of its parts.
struct Flow: Sendable {
    let bound: ContractAction.Bound

    /// The place of the amount, or of the number of an item.
    let amount: String

    /// The place of the token's contract; `nil` for the chain's own coin.
    ///
    /// Two places behind the place of a Boolean, as in `isFirst?a:b`, stand for the one that it chooses; so they do for
    /// the amount.
    let token: String?

    var isItem = false

    /// What goes along with the call.
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

    static func item(_ number: String, _ token: String) -> Flow {
        Flow(bound: .exactly, amount: number, token: token, isItem: true)
    }
}
