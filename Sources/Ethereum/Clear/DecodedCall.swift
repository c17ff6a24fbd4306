public import BigInt

/// A call of a known function that carries other calls or does several things.
public struct DecodedCall: Hashable, Sendable {
    /// An argument with its name.
    public struct Argument: Hashable, Sendable {
        /// Its name, and its type.
        public let parameter: ABIParameter

        /// Its value.
        public let value: ABIValue
    }

    /// A call that is made by the called contract, or one of the things that the function does.
    public struct Inner: Hashable, Sendable {
        /// What is called.
        public let to: EthereumAddress?

        /// How much of the chain's own coin goes along.
        public let value: BigUInt

        /// What it will do.
        public let intent: Intent

        /// Whether the code of `to` runs with all the rights of the caller (`DELEGATECALL`).
        public let isDelegated: Bool
    }

    /// The contract; `nil` for a message that names none.
    public let contract: EthereumAddress?

    /// The name of the function.
    public let name: String

    /// What it is given.
    public let arguments: [Argument]

    /// What is done inside, in order.
    public let inner: [Inner]

    /// Whether ``inner`` is all that it does; else only name and arguments are known.
    public let isRead: Bool

    /// Whether ``inner`` is what the function itself does, not calls of others.
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
