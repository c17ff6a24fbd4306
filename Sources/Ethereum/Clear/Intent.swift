public import BigInt

/// What a transaction or a signed message will do, as far as its bytes alone can tell.
///
/// Names and units of tokens are not in it: those are for who knows the tokens. What cannot be read in full and
/// beyond doubt is ``blind(_:)``, never a guess.
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

    /// Offers tokens for sale: a signature with which others may carry out the exchange.
    case order(TokenOrder)

    /// Calls a function that is known by its signature; what is called inside is read too.
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
}
