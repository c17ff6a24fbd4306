public import BigInt

extension EthereumTransaction {
    /// The fee for a unit of gas, in wei; the kind of fee determines the transaction type.
    public enum Fees: Hashable, Sendable {
        /// A gas price, in a legacy transaction (EIP-155).
        case legacy(gasPrice: BigUInt)

        /// A gas price, in a transaction with an access list (EIP-2930).
        case accessList(gasPrice: BigUInt)

        /// The max fee, and the priority fee for the block's builder (EIP-1559).
        case dynamic(maxFee: BigUInt, maxPriorityFee: BigUInt)

        /// The highest price of a unit of gas.
        public var highest: BigUInt {
            switch self {
            case .legacy(let gasPrice), .accessList(let gasPrice): gasPrice
            case .dynamic(let maxFee, _): maxFee
            }
        }

        /// The transaction type (EIP-2718); 0 for legacy.
        public var type: UInt8 {
            switch self {
            case .legacy: 0
            case .accessList: 1
            case .dynamic: 2
            }
        }
    }
}
