public import BigInt

/// A call of a function that is known by its signature.
public struct DecodedCall: Hashable, Sendable {
    /// An argument with its name.
    public struct Argument: Hashable, Sendable {
        /// Its name, and its type.
        public let parameter: ABIParameter

        /// Its value.
        public let value: ABIValue
    }

    /// A call that is made by the called contract.
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

    /// The contract.
    public let contract: EthereumAddress

    /// The name of the function.
    public let name: String

    /// What it is given.
    public let arguments: [Argument]

    /// What is called inside, in order.
    public let inner: [Inner]

    init(
        contract: EthereumAddress, name: String, arguments: [Argument], inner: [Inner] = []
    ) {
        self.contract = contract
        self.name = name
        self.arguments = arguments
        self.inner = inner
    }
}
