import BigInt
import Bridge
import Ethereum
import Primitives

/// What a log says about tokens.
enum TokenEvent: Hashable, Sendable {
    /// An amount of a token, or of an item, changed hands; the zero address creates and destroys.
    case transfer(HeldToken, from: EthereumAddress, to: EthereumAddress, units: BigUInt)

    /// The allowance of a spender is now `units`; through Permit2 until `expiry`.
    case allowance(Permission, units: BigUInt, expiry: UInt64?)

    /// What an account can hold: the coin, a token, or an item of a collection.
    struct HeldToken: Hashable, Sendable {
        /// The contract; `nil` for the native coin.
        var token: EthereumAddress?

        /// The ID of an item.
        var item: BigUInt?
    }

    /// Who may take what.
    struct Permission: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            /// An amount of a token (ERC-20).
            case amount
            /// An amount of a token, through Permit2.
            case permit2
            /// One item of a collection (ERC-721).
            case item(BigUInt)
            /// Everything of a collection (ERC-721 and ERC-1155).
            case collection
        }

        let kind: Kind
        let token: EthereumAddress
        let owner: EthereumAddress
        let spender: EthereumAddress
    }

    /// The events in a log of a contract; empty if it is about something else.
    static func of(_ log: EventLog) -> [TokenEvent] {
        switch log.topics.first {
        case Signature.transfer: transfer(log).map { [$0] } ?? []
        case Signature.single:
            if let from = log.address(2), let to = log.address(3), let item = log.number(0), let units = log.number(1) {
                [.transfer(HeldToken(token: log.contract, item: item), from: from, to: to, units: units)]
            } else {
                []
            }
        case Signature.batch: batch(log)
        case Signature.approval: approval(log).map { [$0] } ?? []
        case Signature.approvalForAll:
            if let owner = log.address(1), let spender = log.address(2), let given = log.number(0) {
                [
                    .allowance(
                        Permission(kind: .collection, token: log.contract, owner: owner, spender: spender),
                        units: given, expiry: nil)
                ]
            } else {
                []
            }
        case Signature.permit2Approval, Signature.permit2Permit:
            log.contract == Permit2.address ? permit2(log).map { [$0] } ?? [] : []
        default: []
        }
    }

    private static func transfer(_ log: EventLog) -> TokenEvent? {
        guard let from = log.address(1), let to = log.address(2) else { return nil }
        if let item = log.topic(3) {
            return .transfer(HeldToken(token: log.contract, item: item), from: from, to: to, units: 1)
        }
        guard let units = log.number(0) else { return nil }
        return .transfer(HeldToken(token: log.contract), from: from, to: to, units: units)
    }

    private static func batch(_ log: EventLog) -> [TokenEvent] {
        guard let from = log.address(2), let to = log.address(3),
            let values = ContractReader.values(log.data, "(uint256[],uint256[])"),
            let items = values.first?.elements, let amounts = values.last?.elements, items.count == amounts.count
        else { return [] }
        return zip(items, amounts).compactMap { item, units in
            guard let item = item.uint, let units = units.uint else { return nil }
            return .transfer(HeldToken(token: log.contract, item: item), from: from, to: to, units: units)
        }
    }

    private static func approval(_ log: EventLog) -> TokenEvent? {
        guard let owner = log.address(1), let spender = log.address(2) else { return nil }
        if let item = log.topic(3) {
            // The zero address as the spender revokes the permission.
            return .allowance(
                Permission(kind: .item(item), token: log.contract, owner: owner, spender: spender),
                units: spender.isZero ? 0 : 1, expiry: nil)
        }
        guard let units = log.number(0) else { return nil }
        return .allowance(
            Permission(kind: .amount, token: log.contract, owner: owner, spender: spender), units: units, expiry: nil)
    }

    private static func permit2(_ log: EventLog) -> TokenEvent? {
        guard let owner = log.address(1), let token = log.address(2), let spender = log.address(3),
            let units = log.number(0), let expiry = log.number(1)
        else { return nil }
        return .allowance(
            Permission(kind: .permit2, token: token, owner: owner, spender: spender), units: units,
            expiry: UInt64(exactly: expiry) ?? .max)
    }

    /// The first topics of the events.
    enum Signature {
        static let transfer = hash("Transfer(address,address,uint256)")
        static let single = hash("TransferSingle(address,address,address,uint256,uint256)")
        static let batch = hash("TransferBatch(address,address,address,uint256[],uint256[])")
        static let approval = hash("Approval(address,address,uint256)")
        static let approvalForAll = hash("ApprovalForAll(address,address,bool)")
        static let permit2Approval = hash("Approval(address,address,address,uint160,uint48)")
        static let permit2Permit = hash("Permit(address,address,address,uint160,uint48,uint48)")
        static let deposit = hash("Deposit(address,uint256)")
        static let withdrawal = hash("Withdrawal(address,uint256)")

        private static func hash(_ text: String) -> [UInt8] { Keccak256.hash(text.utf8).bytes }
    }
}

/// The contract that keeps allowances for tokens of others, at the same address on every chain.
enum Permit2 {
    static let address = try? EthereumAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")
}

extension EthereumAddress {
    /// Whether it is the zero address, which no one controls.
    var isZero: Bool { bytes.allSatisfy { $0 == 0 } }
}
