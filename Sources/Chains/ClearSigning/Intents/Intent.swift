public import Ethereum
public import BigInt

/// What a transaction or a signed message does, as far as its bytes alone show.
///
/// It has no token names or units: the caller adds those. Nothing is guessed: if any part cannot be decoded with
/// certainty, ``isComplete`` is false.
public indirect enum Intent: Hashable, Sendable {
    /// Sends the native coin, in its smallest unit, and does nothing else.
    case payment(to: EthereumAddress, amount: BigUInt)

    /// Moves tokens.
    case transfer(TokenTransfer)

    /// Grants another account a token allowance.
    case allowance(Allowance)

    /// Grants or revokes control of all tokens of a contract.
    case control(TokenControl)

    /// Wraps the native coin into a token of equal value at `contract`, or unwraps it.
    case wrap(contract: EthereumAddress, amount: BigUInt, isBack: Bool)

    /// Offers or takes an exchange of tokens.
    case order(TokenOrder)

    /// Swaps, deposits, withdraws, claims and the like.
    case action(ContractAction)

    /// Grants rights other than token permissions.
    case grant(RightsGrant)

    /// Calls a known function that contains other calls or has several effects.
    case call(DecodedCall)

    /// Creates a contract.
    case creation(ContractCreation)

    /// Signs a structured message of unknown meaning: only its fields are known.
    case message(type: String)

    /// Makes a call that cannot be decoded.
    case blind(BlindCall)
}

extension Intent {
    /// Reads what `call` will do.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - takesMarks: Whether up to 128 bytes may follow its arguments: for contracts that are known to ignore them.
    public init(_ call: ContractCall, takesMarks: Bool = false) {
        self = IntentReader(takesMarks: takesMarks).intent(of: call)
    }

    /// The number of bytes after the arguments of `call`, a call of a known function, that are not an attribution.
    public static func marks(of call: ContractCall) -> Int {
        guard call.attribution == nil, let function = KnownFunctions.function(of: call.data)?.function,
            let values = try? function.arguments(of: call.data, layout: .marked),
            let encoded = try? function.call(values)
        else { return 0 }
        return max(0, call.data.count - encoded.count)
    }

    /// This intent and all intents inside it, outermost first.
    public var all: [Intent] {
        guard case .call(let call) = self else { return [self] }
        return [self] + call.inner.flatMap(\.intent.all)
    }

    /// Whether every step of it is decoded.
    ///
    /// This decides whether something can be explained. Anything incomplete is marked as dangerous, regardless of the
    /// name of its function or type.
    public var isComplete: Bool {
        switch self {
        case .call(let call): call.isRead && call.inner.allSatisfy(\.intent.isComplete)
        case .message, .blind: false
        case .payment, .transfer, .allowance, .control, .wrap, .order, .action, .grant, .creation: true
        }
    }
}
