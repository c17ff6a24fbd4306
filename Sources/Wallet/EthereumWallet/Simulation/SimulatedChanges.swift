import BigInt
import Ethereum

/// What a transaction changes for an account, according to a node that simulated it.
struct SimulatedChanges: Hashable, Sendable {
    /// A change of what the account holds of one asset.
    struct Change: Hashable, Sendable {
        let asset: TokenEvent.HeldToken

        /// The amount, without a sign.
        let units: BigUInt

        /// Whether it was destroyed, and not sent to anyone.
        var isDestroyed = false

        /// Who gets it directly from the account.
        var recipients: Set<EthereumAddress> = []
    }

    /// A permission that another account has afterwards.
    struct Given: Hashable, Sendable {
        let permission: TokenEvent.Permission

        /// The amount afterwards; 1 for an item or a collection, 0 if it is revoked.
        let units: BigUInt

        let expiry: UInt64?

        /// The amount now; `nil` if it is not known.
        var before: BigUInt?
    }

    /// What leaves the account, and what it receives; what does both is subtracted.
    private(set) var sent: [Change] = []
    private(set) var received: [Change] = []

    /// The permissions of others, each once.
    private(set) var given: [Given] = []

    /// Whether there is more than the wallet reads.
    private(set) var isCut = false

    /// The contracts that wrote logs, and those between which assets moved.
    private(set) var involved: Set<EthereumAddress> = []

    /// The others who get something, and those of them for whom it is created.
    private(set) var paid: Set<EthereumAddress> = []
    private(set) var mintedTo: Set<EthereumAddress> = []

    /// The addresses that a log names next to the account, if it is not a log about tokens.
    private(set) var linked: Set<EthereumAddress> = []

    /// Whether nothing changes.
    var isEmpty: Bool { sent.isEmpty && received.isEmpty && given.isEmpty }

    /// A transfer of the native coin inside of a transaction.
    struct NativeTransfer: Hashable, Sendable {
        let from: EthereumAddress
        let to: EthereumAddress
        let units: BigUInt
    }

    /// Adds up the events of a simulated transaction for `account`.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - logs: The logs, in order.
    ///   - coins: The transfers of the native coin.
    ///   - wrapper: The contract that wraps the coin; its deposits and withdrawals count as transfers.
    ///   - isCut: Whether the node reported more than is given here.
    init(
        of account: EthereumAddress, logs: [EventLog], coins: [NativeTransfer], wrapper: EthereumAddress?,
        isCut: Bool = false
    ) {
        var totals = Totals(account: account)
        for transfer in coins {
            totals.add(TokenEvent.HeldToken(), transfer.from, transfer.to, transfer.units)
            involved.formUnion([transfer.from, transfer.to])
            if transfer.to != account { paid.insert(transfer.to) }
        }
        var given: [TokenEvent.Permission: Given] = [:]
        var order: [TokenEvent.Permission] = []
        for log in logs {
            involved.insert(log.contract)
            let events = TokenEvent.of(log)
            if events.isEmpty {
                let named = log.topics.indices.dropFirst().compactMap(log.address)
                if named.contains(account) { linked.formUnion(named) }
            }
            for event in events {
                switch event {
                case .transfer(let asset, let from, let to, let units):
                    totals.add(asset, from, to, units)
                    involved.formUnion([from, to])
                    if to != account, !to.isZero { paid.insert(to) }
                    if from.isZero, to != account { mintedTo.insert(to) }
                case .allowance(let permission, let units, let expiry):
                    guard permission.owner == account else { continue }
                    if given[permission] == nil { order.append(permission) }
                    given[permission] = Given(permission: permission, units: units, expiry: expiry)
                }
            }
            // The wrapped coin has events of its own where others have a transfer from or to the zero address.
            guard log.contract == wrapper, log.address(1) == account, let units = log.number(0) else { continue }
            let asset = TokenEvent.HeldToken(token: log.contract)
            if log.topics.first == TokenEvent.Signature.deposit { totals.add(asset, nil, account, units) }
            if log.topics.first == TokenEvent.Signature.withdrawal { totals.add(asset, account, nil, units) }
        }
        (sent, received) = totals.changes
        // An item that leaves the account takes its permission with it, and each transfer says so.
        self.given = order.compactMap { given[$0] }.filter { given in
            switch given.permission.kind {
            case .amount, .permit2, .collection: true
            case .item: given.units > 0
            }
        }
        self.isCut = isCut
        cut()
    }

    /// Notes the amounts that the permissions have now.
    mutating func note(before amounts: [TokenEvent.Permission: BigUInt]) {
        for place in given.indices { given[place].before = amounts[given[place].permission] }
        // The end of a permission that there was not is no change.
        given.removeAll { $0.units == 0 && $0.permission.kind != .collection && ($0.before ?? 0) == 0 }
    }

    private mutating func cut() {
        isCut = isCut || max(sent.count, received.count, given.count) > Self.most
        (sent, received, given) = (
            Array(sent.prefix(Self.most)), Array(received.prefix(Self.most)), Array(given.prefix(Self.most))
        )
    }

    /// The maximum number of rows of a kind.
    private static let most = 12

    private struct Totals {
        let account: EthereumAddress
        private var order: [TokenEvent.HeldToken] = []
        private var units: [TokenEvent.HeldToken: BigInt] = [:]

        /// Those to whom assets were transferred.
        private var recipients: [TokenEvent.HeldToken: Set<EthereumAddress>] = [:]

        init(account: EthereumAddress) { self.account = account }

        mutating func add(
            _ asset: TokenEvent.HeldToken, _ from: EthereumAddress?, _ to: EthereumAddress?, _ amount: BigUInt
        ) {
            guard from != to, from == account || to == account, amount > 0 else { return }
            if units[asset] == nil { order.append(asset) }
            units[asset, default: 0] += from == account ? -BigInt(amount) : BigInt(amount)
            if from == account, let to, !to.isZero { recipients[asset, default: []].insert(to) }
        }

        var changes: (sent: [Change], received: [Change]) {
            let all = order.map { ($0, units[$0] ?? 0) }
            return (
                all.filter { $0.1 < 0 }.map {
                    Change(
                        asset: $0.0, units: $0.1.magnitude, isDestroyed: recipients[$0.0] == nil,
                        recipients: recipients[$0.0] ?? [])
                },
                all.filter { $0.1 > 0 }.map { Change(asset: $0.0, units: $0.1.magnitude) }
            )
        }
    }
}
