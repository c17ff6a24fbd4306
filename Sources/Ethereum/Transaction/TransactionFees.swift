public import BigInt

extension Transaction {
    /// What is paid for a unit of gas, in wei; the kind of fee is the type of the transaction.
    public enum Fees: Hashable, Sendable {
        /// One price, in the form from before types (EIP-155).
        case legacy(gasPrice: BigUInt)

        /// One price, in a transaction with an access list (EIP-2930).
        case accessList(gasPrice: BigUInt)

        /// The most that is paid, and how much of it may go to the block's builder (EIP-1559).
        case dynamic(maxFee: BigUInt, maxPriorityFee: BigUInt)

        /// The most that a unit of gas can cost.
        public var highest: BigUInt {
            switch self {
            case .legacy(let gasPrice), .accessList(let gasPrice): gasPrice
            case .dynamic(let maxFee, _): maxFee
            }
        }

        /// The type of the transaction (EIP-2718); 0 for the form from before.
        public var type: UInt8 {
            switch self {
            case .legacy: 0
            case .accessList: 1
            case .dynamic: 2
            }
        }
    }
}
