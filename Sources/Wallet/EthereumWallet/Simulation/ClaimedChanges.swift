import BigInt
import ClearSigning
import Ethereum

/// What a transaction may change for an account according to its explanation, which the user reads.
struct ClaimedChanges {
    /// The most of each asset that may leave the account; without an entry, none.
    private var most: [TokenEvent.HeldToken: BigUInt] = [:]

    /// The assets of which any amount may leave.
    private var unbounded: Set<TokenEvent.HeldToken> = []

    /// The contracts of which any item may leave.
    private var anyItem: Set<EthereumAddress> = []

    /// Whether any amount of anything may leave.
    private(set) var isUnbounded = false

    /// One thing that the call says.
    enum Claim: Hashable {
        /// This much leaves the account.
        case sends(TokenEvent.HeldToken, BigUInt, ContractAction.Bound)
        /// An amount of a token leaves the account, or the item of a collection with this ID.
        case sendsAmountOrItem(EthereumAddress, BigUInt)
        /// This much arrives at the account.
        case receives(TokenEvent.HeldToken, BigUInt, ContractAction.Bound)
        /// Someone may take this much; in addition to what it was before.
        case allows(TokenEvent.Permission, BigUInt, isAdded: Bool)
    }

    /// What the call says, in order.
    private(set) var claims: [Claim] = []

    /// The least that a swap says the account receives of each asset.
    private(set) var least: [TokenEvent.HeldToken: BigUInt] = [:]

    /// The actions that take tokens out of a pool.
    private(set) var exits: [ContractAction] = []

    private var permissions: [TokenEvent.Permission: BigUInt] = [:]

    /// Whether the account itself is to receive something in exchange.
    private(set) var promisesReturn = false

    /// Whether tokens are to be transferred.
    private(set) var promisesTransfer = false

    /// The changes that `intent` claims for a call of `account` that sends `value`.
    init(_ intent: Intent, value: BigUInt, of account: EthereumAddress) {
        most[TokenEvent.HeldToken()] = value
        if value > 0 { claims.append(.sends(TokenEvent.HeldToken(), value, .exactly)) }
        for part in intent.all { add(part, account) }
    }

    /// Whether the explanation covers that `change` leaves the account.
    func covers(_ change: SimulatedChanges.Change) -> Bool {
        if isUnbounded || unbounded.contains(change.asset) { return true }
        if change.asset.item != nil, let token = change.asset.token, anyItem.contains(token) { return true }
        return change.units <= most[change.asset] ?? 0
    }

    /// Whether the explanation covers that a permission is given.
    func covers(_ given: SimulatedChanges.Given) -> Bool {
        if given.units == 0 || given.before.map({ given.units <= $0 }) ?? false { return true }
        return given.units <= permissions[given.permission] ?? 0
    }

    /// Whether no coins are to leave the account.
    var promisesNoCoins: Bool { (most[TokenEvent.HeldToken()] ?? 0) == 0 }

    private mutating func add(_ intent: Intent, _ account: EthereumAddress) {
        switch intent {
        case .transfer(let transfer) where transfer.from ?? account == account:
            for part in transfer.parts {
                if part.amount > 0 || transfer.kind == .amountOrItem { claims.append(claim(part, of: transfer)) }
                switch transfer.kind {
                case .amount: add(part.amount, transfer.token)
                case .item, .items: add(part.amount, transfer.token, item: part.item)
                case .amountOrItem:
                    add(part.amount, transfer.token)
                    add(1, transfer.token, item: part.item ?? part.amount)
                }
                promisesTransfer = promisesTransfer || part.amount > 0
            }
        case .allowance(let allowance) where allowance.owner ?? account == account:
            add(allowance, account)
        case .control(let control) where control.owner ?? account == account && control.isGiven:
            let permission = permission(.collection, control.token, account, control.operator)
            permissions[permission] = 1
            claims.append(.allows(permission, 1, isAdded: false))
        case .action(let action):
            isUnbounded = isUnbounded || action.isUnbounded
            for amount in action.gives {
                let asset = TokenEvent.HeldToken(token: amount.token, item: amount.isItem ? amount.units : nil)
                if amount.bound == .atLeast { unbounded.insert(asset) }
                guard amount.token != nil else { continue }
                amount.isItem
                    ? add(amount.count, amount.token, item: amount.units) : add(amount.units, amount.token)
                guard !action.spendsHeld else { continue }
                claims.append(.sends(asset, amount.isItem ? amount.count : amount.units, amount.bound))
            }
            let isOwn = action.recipients.isEmpty || action.recipients.contains(account)
            if action.kind.leavesPool { exits.append(action) }
            if action.kind == .swap || action.kind.leavesPool, isOwn, action.crossing == nil, !action.isHeld,
                !action.gets.isEmpty || action.purchase != nil
            {
                promisesReturn = true
                for amount in action.gets where amount.bound != .atMost && !amount.isItem {
                    least[TokenEvent.HeldToken(token: amount.token), default: 0] += amount.units
                }
            }
            // Who gives back shares is paid at once, unless it is only a request.
            if action.kind.isWithdrawal, action.kind != .requestVaultWithdrawal, isOwn, !action.gives.isEmpty {
                promisesReturn = true
            }
            guard isOwn, action.crossing == nil, !action.isHeld else { break }
            claims += action.gets.map { amount in
                let asset = TokenEvent.HeldToken(token: amount.token, item: amount.isItem ? amount.units : nil)
                return .receives(asset, amount.isItem ? amount.count : amount.units, amount.bound)
            }
        case .order(let order):
            for item in order.gives + order.gets where item.token != nil {
                if item.isAnyItem, let token = item.token { anyItem.insert(token) }
                add(max(item.amount, item.best), item.token, item: item.item)
            }
        case .wrap(let contract, let amount, let isBack):
            let wrapped = TokenEvent.HeldToken(token: contract)
            if isBack {
                add(amount, contract)
                claims.append(.sends(wrapped, amount, .exactly))
            }
            claims.append(.receives(isBack ? TokenEvent.HeldToken() : wrapped, amount, .exactly))
        default: break
        }
    }

    private func claim(_ part: TokenTransfer.Part, of transfer: TokenTransfer) -> Claim {
        switch transfer.kind {
        case .amountOrItem: .sendsAmountOrItem(transfer.token, part.item ?? part.amount)
        case .amount, .item, .items:
            .sends(TokenEvent.HeldToken(token: transfer.token, item: part.item), part.amount, .exactly)
        }
    }

    private mutating func add(_ units: BigUInt, _ token: EthereumAddress?, item: BigUInt? = nil) {
        most[TokenEvent.HeldToken(token: token, item: item), default: 0] += units
    }

    private mutating func add(_ allowance: Allowance, _ account: EthereumAddress) {
        let kinds: [TokenEvent.Permission.Kind] =
            allowance.isPermit2
            ? [.permit2] : allowance.isItem ? [.item(allowance.amount)] : [.amount, .item(allowance.amount)]
        if let kind = kinds.first, allowance.way != .decrease {
            claims.append(
                .allows(
                    permission(kind, allowance.token, account, allowance.spender),
                    allowance.isItem ? 1 : allowance.amount, isAdded: allowance.way == .increase))
        }
        // The spender takes it in the same call.
        if allowance.way == .once, !allowance.isItem { add(allowance.amount, allowance.token) }
        for kind in kinds {
            let units: BigUInt
            switch kind {
            case .item: units = 1
            // What is added to an allowance comes on top of what there is.
            case .amount where allowance.way == .increase: units = BigUInt(1) << 256
            case .amount, .permit2, .collection: units = allowance.amount
            }
            permissions[permission(kind, allowance.token, account, allowance.spender)] = units
        }
    }

    private func permission(
        _ kind: TokenEvent.Permission.Kind, _ token: EthereumAddress, _ owner: EthereumAddress,
        _ spender: EthereumAddress
    ) -> TokenEvent.Permission {
        TokenEvent.Permission(kind: kind, token: token, owner: owner, spender: spender)
    }
}
