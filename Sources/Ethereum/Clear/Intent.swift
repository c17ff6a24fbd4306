public import BigInt

/// What a transaction or a signed message will do, as far as its bytes alone can tell.
///
/// Names and units of tokens are not in it: those are for who knows the tokens. What cannot be read in full and
/// beyond doubt is never a guess: then ``isComplete`` is false.
public indirect enum Intent: Hashable, Sendable {
    /// Sends the chain's own coin, in its smallest unit, and nothing else.
    case payment(to: EthereumAddress, amount: BigUInt)

    /// Moves tokens.
    case transfer(TokenTransfer)

    /// Lets somebody else spend tokens.
    case allowance(Allowance)

    /// Lets somebody else move all tokens of a contract, or takes that back.
    case control(TokenControl)

    /// Changes the chain's own coin into a token of the same worth at `contract`, or back.
    case wrap(contract: EthereumAddress, amount: BigUInt, isBack: Bool)

    /// Offers or takes an exchange of tokens.
    case order(TokenOrder)

    /// Swaps, deposits, withdraws, claims and the like.
    case action(ContractAction)

    /// Gives away rights other than over tokens.
    case grant(RightsGrant)

    /// Calls a known function that carries other calls or does several things.
    case call(DecodedCall)

    /// Creates a contract.
    case creation(ContractCreation)

    /// Signs a structured message of which nothing more is known than its fields.
    case message(type: String)

    /// Does something that cannot be read.
    case blind(BlindCall)
}

extension Intent {
    /// Reads what `call` will do.
    public init(_ call: ContractCall) {
        self = IntentReader().intent(of: call)
    }

    /// This intent and every one inside it, outermost first.
    public var all: [Intent] {
        guard case .call(let call) = self else { return [self] }
        return [self] + call.inner.flatMap(\.intent.all)
    }

    /// Whether all of it is known, in every step.
    ///
    /// This is where it is decided whether something can be explained: what is not complete is a danger, whatever name
    /// its function or type has.
    public var isComplete: Bool {
        switch self {
        case .call(let call): call.isRead && call.inner.allSatisfy(\.intent.isComplete)
        case .message, .blind: false
        case .payment, .transfer, .allowance, .control, .wrap, .order, .action, .grant, .creation: true
        }
    }
}
