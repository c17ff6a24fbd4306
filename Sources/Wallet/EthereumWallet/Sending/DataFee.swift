import BigInt
import Bridge
import Ethereum

/// The fee for storing the data of a transaction on Ethereum, which networks on top of Ethereum (layer 2) charge.
struct DataFee: Hashable, Sendable {
    /// The fee now, in wei.
    let amount: BigUInt

    /// Whether the gas of the transaction includes it, as on Arbitrum; otherwise it comes on top.
    let isInGas: Bool

    /// The most that it may be when the transaction is in a block: a quarter more, because the price of Ethereum may
    /// rise meanwhile.
    var most: BigUInt { amount * 5 / 4 }

    /// The contract that tells the fee on a chain.
    private enum Oracle {
        /// `GasPriceOracle` of the OP Stack, and the contract of Scroll with the same function.
        case getL1Fee(String)
        /// `NodeInterface` of Arbitrum.
        case arbitrum
    }

    private static func oracle(of chain: UInt64) -> Oracle? {
        switch chain {
        case 10, 130, 204, 480, 1_868, 5_000, 8_453, 34_443, 57_073, 81_457, 7_777_777, 84_532, 11_155_420:
            .getL1Fee("0x420000000000000000000000000000000000000F")
        case 534_352: .getL1Fee("0x5300000000000000000000000000000000000002")
        case 42_161, 42_170, 421_614: .arbitrum
        default: nil
        }
    }

    /// The fee for the transaction of `draft`; `nil` if its chain has none, or the node does not tell.
    ///
    /// `payload` are the bytes that the chain stores, if they are others than those of the draft's transaction.
    static func of(
        _ draft: TransactionDraft, payload: [UInt8]? = nil, asking node: any EthereumNode
    ) async -> DataFee? {
        switch oracle(of: draft.chain.id) {
        case nil: return nil
        case .getL1Fee(let address):
            guard let oracle = try? EthereumAddress(address),
                let payload = payload ?? (try? draft.transaction().payload),
                case .values(let values)? = try? await ContractReader(contract: oracle, node: node).call(
                    "getL1Fee(bytes data)", [.bytes(payload)], "(uint256)"),
                let amount = values.first?.uint, amount.bitWidth <= mostBits
            else { return nil }
            return DataFee(amount: amount, isInGas: false)
        case .arbitrum:
            let zero = [UInt8](repeating: 0, count: 20)
            guard let interface = try? EthereumAddress("0x00000000000000000000000000000000000000C8"),
                let to = draft.wanted.to ?? (try? EthereumAddress(bytes: zero)),
                case .values(let values)? = try? await ContractReader(contract: interface, node: node).call(
                    "gasEstimateL1Component(address to, bool contractCreation, bytes data)",
                    [.address(to), .bool(draft.wanted.to == nil), .bytes(draft.wanted.data)],
                    "(uint64,uint256,uint256)"),
                values.count == 3, let gas = values[0].uint, let price = values[1].uint,
                (gas * price).bitWidth <= mostBits
            else { return nil }
            return DataFee(amount: gas * price, isInGas: true)
        }
    }

    /// About a billion coins; a node that names more is not believed.
    private static let mostBits = 90
}
