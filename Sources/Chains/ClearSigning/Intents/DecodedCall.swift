public import Ethereum
public import BigInt

/// A call of a known function that contains other calls or has several effects.
public struct DecodedCall: Hashable, Sendable {
    /// An argument with its name.
    public struct Argument: Hashable, Sendable {
        /// The parameter with its name and type.
        public let parameter: ABIParameter

        /// Its value.
        public let value: ABIValue
    }

    /// A call that the called contract makes, or one effect of the function.
    public struct Inner: Hashable, Sendable {
        /// The contract that is called.
        public let to: EthereumAddress?

        /// The amount of native coin that is sent with it.
        public let value: BigUInt

        /// What it does.
        public let intent: Intent

        /// Whether the code of `to` runs with all rights of the caller (`DELEGATECALL`).
        public let isDelegated: Bool
    }

    /// The contract; `nil` if a message names none.
    public let contract: EthereumAddress?

    /// The name of the function.
    public let name: String

    /// The arguments of the call.
    public let arguments: [Argument]

    /// The inner calls or effects, in order.
    public let inner: [Inner]

    /// Whether ``inner`` is complete; otherwise only the name and the arguments are known.
    public let isRead: Bool

    /// Whether ``inner`` lists the effects of the function itself instead of calls of other contracts.
    public let isPlain: Bool

    init(
        contract: EthereumAddress?, name: String, arguments: [Argument], inner: [Inner] = [], isRead: Bool = false,
        isPlain: Bool = false
    ) {
        self.contract = contract
        self.name = name
        self.arguments = arguments
        self.inner = inner
        self.isRead = isRead
        self.isPlain = isPlain
    }
}
