internal import Ethereum
internal import BigInt

/// Reads the effects of one call or message from its values.
struct EffectReader {
    let data: DescribedValue
    let container: DescribedValue

    /// The called contract, or the verifying contract of a message.
    let contract: EthereumAddress?

    let reader: IntentReader
    let chainID: UInt64

    /// Whether the values are those of a router's step: such a contract keeps the coins that no step uses.
    var isStep = false

    /// The intents of these effects.
    ///
    /// - Throws: ``EthereumError/descriptor(_:)`` if a path does not exist or has a value of the wrong kind.
    func intents(_ effects: [Effect]) throws(EthereumError) -> [Intent] {
        var intents: [Intent] = []
        for effect in effects {
            intents += try self.intents(effect)
            guard intents.count <= IntentReader.mostInner else { throw .descriptor(.path) }
        }
        return intents
    }

    private func intents(_ effect: Effect) throws(EthereumError) -> [Intent] {
        switch effect {
        case .transfer(let kind, let token, let from, let to, let item, let amount, let deadline):
            return try transfers(kind, token, from, to, item, amount, deadline)
        case .allowance(
            let way, let token, let owner, let spender, let amount, let given, let bits, let expiration, let deadline,
            let isPermit2, let item):
            return try each([amount, token, spender]) { indices throws(EthereumError) in
                let isGiven = try given.map { path throws(EthereumError) in try bool(path, indices) } ?? true
                return .allowance(
                    Allowance(
                        way, token: try address(token, indices), owner: try owner.map(at: indices, address),
                        spender: try address(spender, indices),
                        amount: isGiven ? try amount.map(at: indices, number) ?? Self.everything : 0, bits: bits,
                        expiration: try expiration.map(at: indices, number),
                        deadline: try deadline.map(at: indices, number), isPermit2: isPermit2,
                        item: try item.map(at: indices, number)))
            }
        case .itemAllowance(let spender, let item, let deadline):
            guard let contract else { throw .descriptor(.path) }
            return [
                .allowance(
                    Allowance(
                        deadline == nil ? .approve : .permit, token: contract, spender: try address(spender),
                        amount: try number(item), deadline: try deadline.map(at: [], number), isItem: true))
            ]
        case .control(let token, let owner, let who, let given, let deadline, let isLending):
            return try each([who, given]) { indices throws(EthereumError) in
                .control(
                    TokenControl(
                        token: try address(token, indices), operator: try address(who, indices),
                        isGiven: try given.map { path throws(EthereumError) in try bool(path, indices) } ?? true,
                        owner: try owner.map(at: indices, address), deadline: try deadline.map(at: indices, number),
                        isLending: isLending))
            }
        case .action(
            let kind, let gives, let gets, let to, let owner, let takesCoins, let destroys, let least,
            let zeroIsContract, let isExchange, let router, let code, let terms
        ):
            let takes = takesCoins || gives.contains { $0.token == nil && $0.amount == Flow.coins.amount }
            let (given, gotten) = (try amounts(gives), try amounts(gets))
            var action = ContractAction(
                contract: try target(), kind: kind, gives: given, gets: gotten,
                recipients: try recipients(to, zeroIsContract: zeroIsContract, traits(router)),
                owner: try owner.map(at: [], address), takesCoins: takes, isHarmless: false, isDestructive: destroys,
                isHeld: try isContract(to, zeroIsContract: zeroIsContract, traits(router)),
                spendsHeld: spendsHeld(given),
                acceptsNothing: try least.map(at: [], number).map { $0 < Self.fewUnits }
                    ?? (isExchange && gotten.isEmpty),
                code: try code.map { path throws(EthereumError) in try addresses(path) } ?? [],
                router: traits(router))
            try add(terms, to: &action)
            return [.action(action)]
        case .grant(let kind, let right, let to):
            let receivers = try to.map { path throws(EthereumError) in try addresses(path) } ?? []
            return [.grant(RightsGrant(kind: kind, contract: contract, right: right, to: receivers))]
        case .order(let offerer, let gives, let gets, let to, let end, let terms, let fee):
            var order = try order(offerer, gives, gets, to, end)
            if let terms { order.hasHiddenTerms = try isHidden(terms) }
            order.fee = try fee.map(at: [], number)
            return [.order(order)]
        case .calls(let to, let value, let data, let operation, let isDelegated):
            return [.call(try carried(to, value, data, operation, isDelegated))]
        case .steps(let encoding): return [try steps(encoding)]
        case .share(let bips, let to, let most, let token):
            return try each([bips]) { indices throws(EthereumError) in
                let part = try number(bips, indices)
                let isUsual = part <= BigUInt(most)
                let share = try token.map(at: indices, address).map { token throws(EthereumError) in
                    ContractAction.Share(
                        part: part, token: token.isCoin ? nil : token, recipients: try recipients([to], traits([])))
                }
                return .action(
                    ContractAction(
                        contract: try target(), kind: .payShare(part), gives: [],
                        gets: [], recipients: isUsual ? [] : try addresses(to, indices), owner: nil,
                        takesCoins: false, isHarmless: false, share: isUsual ? share : nil))
            }
        case .either(let path, let then, let otherwise): return try intents(try bool(path) ? then : otherwise)
        case .ifText(let path, let texts, let then, let otherwise):
            guard case .string(let text) = try value(path, []) else { throw .descriptor(.path) }
            return try intents(texts.contains(text.lowercased()) ? then : otherwise)
        case .seaport(let path):
            let value: DescribedValue
            if path == "#" { value = data } else { value = try self.value(path, []) }
            return try SeaportOrder.orders(value).map { .order($0) }
        case .actionList(let actions, let inputs):
            return [.call(open(PoolAction.calls(try bytes(actions), try parts("\(inputs).[]"), at: try target())))]
        case .harmless(let kind, _):
            return [
                .action(
                    ContractAction(
                        contract: try target(), kind: kind, gives: [], gets: [], recipients: [], owner: nil,
                        takesCoins: false, isHarmless: true, router: traits([])))
            ]
        }
    }

    /// Fewer of the smallest units of any token than this are worth nothing.
    static let fewUnits = BigUInt(1_000)

    /// The amount of DAI's permit, which grants all or nothing.
    static let everything = (BigUInt(1) << 256) - 1

    /// The called contract; the zero address for a message that names none.
    private func target() throws(EthereumError) -> EthereumAddress {
        if let contract { return contract }
        guard let zero = try? EthereumAddress(bytes: [UInt8](repeating: 0, count: 20)) else { throw .descriptor(.path) }
        return zero
    }

    /// Makes one intent for each element of the list in the first of `paths` that has one.
    private func each(
        _ paths: [String?], _ make: ([Int]) throws(EthereumError) -> Intent
    ) throws(EthereumError) -> [Intent] {
        guard let driver = paths.compactMap(\.self).first(where: { $0.contains("[]") }) else { return [try make([])] }
        var intents: [Intent] = []
        for finding in try findings(driver) { intents.append(try make(finding.indices)) }
        return intents
    }

    private func transfers(
        _ kind: TokenTransfer.Kind, _ token: String, _ from: String?, _ to: String, _ item: String?, _ amount: String?,
        _ deadline: String?
    ) throws(EthereumError) -> [Intent] {
        let lists = [item, amount, to, token].compactMap(\.self).filter { $0.contains("[]") }
        var counts: Set<Int> = []
        for path in lists { counts.insert(try findings(path).count) }
        // No contract executes a transfer with parallel lists of different lengths.
        guard counts.count <= 1 else { throw .descriptor(.path) }
        var places: [[Int]] = [[]]
        if let driver = lists.first { places = try findings(driver).map(\.indices) }
        var transfers: [TokenTransfer] = []
        for indices in places {
            let part = TokenTransfer.Part(
                item: try item.map(at: indices, number), amount: try amount.map(at: indices, number) ?? 1)
            let next = TokenTransfer(
                kind, token: try address(token, indices), from: try from.map(at: indices, address),
                to: try address(to, indices), parts: [part], deadline: try deadline.map(at: indices, number))
            if kind != .amount, let last = transfers.last, last.joins(next) {
                transfers[transfers.count - 1] = last.adding(part)
            } else {
                transfers.append(next)
            }
        }
        return transfers.map { .transfer($0) }
    }

    private func amounts(_ flows: [Flow]) throws(EthereumError) -> [ContractAction.Amount] {
        var amounts: [ContractAction.Amount] = []
        for flow in flows {
            for finding in try findings(chosen(flow.amount)) {
                guard let units = finding.value.number, units.sign == .plus else { throw .descriptor(.path) }
                let token = try flow.token.map { path throws(EthereumError) in
                    try address(chosen(path), finding.indices)
                }
                var amount = units.magnitude
                if let extra = flow.extra { amount += try number(extra, finding.indices) }
                if let fraction = flow.fraction {
                    let whole = try number(fraction.over, finding.indices)
                    amount = whole == 0 ? 0 : amount * (try number(fraction.of, finding.indices)) / whole
                }
                amounts.append(
                    ContractAction.Amount(
                        bound: flow.bound, token: token.flatMap { $0.isCoin ? nil : $0 }, units: amount,
                        isItem: flow.isItem, count: try flow.count.map(at: finding.indices, number) ?? 1,
                        isOutcome: flow.isOutcome))
            }
        }
        return amounts
    }

    /// Whether an order has terms that only code can read.
    private func isHidden(_ terms: OrderTerms) throws(EthereumError) -> Bool {
        switch terms {
        case .content(let path):
            switch try value(path, []) {
            case .bytes(let bytes): return !bytes.isEmpty
            case .list(let values): return !values.isEmpty
            default: throw .descriptor(.path)
            }
        case .number(let path): return try number(path) != 0
        // Bit 249 of `MakerTraits` is the extension.
        case .makerTraits(let path): return try number(path) >> 249 & 1 == 1
        case .contract(let path, let known):
            let contract = try address(path)
            return !known.contains { (try? EthereumAddress($0)) == contract }
        }
    }

    private func chosen(_ path: String) throws(EthereumError) -> String {
        let parts = path.split(whereSeparator: { $0 == "?" || $0 == ":" }).map(String.init)
        guard path.contains("?"), parts.count == 3 else { return path }
        return try bool(parts[0]) ? parts[1] : parts[2]
    }

    /// The addresses at the paths, without those that mean the contract or the sender.
    private func recipients(
        _ paths: [String], zeroIsContract: Bool = false, _ traits: RouterTraits
    ) throws(EthereumError) -> [EthereumAddress] {
        let isZeroUsed = zeroIsContract || traits.contains(.zeroIsSender)
        var found: [EthereumAddress] = []
        for path in paths {
            for address in try addresses(path) where address != contract && !found.contains(address) {
                let isStandIn =
                    address.isZero ? isZeroUsed : traits.contains(.hasPlaceholders) && address.isPlaceholder
                if !isStandIn { found.append(address) }
            }
        }
        return found
    }

    /// Whether the contract itself is among those at the paths: by its address, or as routers write it.
    private func isContract(
        _ paths: [String], zeroIsContract: Bool, _ traits: RouterTraits
    ) throws(EthereumError) -> Bool {
        for path in paths {
            for address in try addresses(path) {
                let isStandIn =
                    address.isZero ? zeroIsContract : traits.contains(.hasPlaceholders) && address.isRouter
                if address == contract || isStandIn { return true }
            }
        }
        return false
    }

    /// Whether a step spends the contract's balance: explicitly, or with a placeholder for the whole balance.
    private func spendsHeld(_ given: [ContractAction.Amount]) -> Bool {
        if let isPaidByUser = try? bool("payerIsUser", []) { return !isPaidByUser }
        return given.contains(where: \.isWholeBalance)
    }

    private func traits(_ own: RouterTraits) -> RouterTraits {
        isStep ? own.union([.keepsCoins, .isStep, .hasPlaceholders]) : own
    }

    private func order(
        _ offerer: String?, _ gives: [Flow], _ gets: [Flow], _ to: String?, _ end: String?
    ) throws(EthereumError) -> TokenOrder {
        let who = try offerer.map(at: [], address)
        var receiver = try to.map(at: [], address)
        // In all known orders, zero is the offerer.
        if receiver?.isZero == true { receiver = nil }
        func items(_ flows: [Flow], to receiver: EthereumAddress?) throws(EthereumError) -> [TokenOrder.Item] {
            try amounts(flows).map { amount in
                TokenOrder.Item(
                    token: amount.token, item: amount.isItem ? amount.units : nil,
                    amount: amount.isItem ? amount.count : amount.units, recipient: receiver,
                    isOutcome: amount.isOutcome)
            }
        }
        return TokenOrder(
            offerer: who, gives: try items(gives, to: nil), gets: try items(gets, to: receiver),
            end: try end.map(at: [], number))
    }
}

extension TokenTransfer {
    fileprivate func joins(_ next: TokenTransfer) -> Bool {
        token == next.token && from == next.from && to == next.to
    }

    fileprivate func adding(_ part: Part) -> TokenTransfer {
        TokenTransfer(kind, token: token, from: from, to: to, parts: parts + [part], deadline: deadline)
    }
}

extension String? {
    /// Applies `read` to the value at the path, if there is a path.
    func map<Value>(
        at indices: [Int], _ read: (String, [Int]) throws(EthereumError) -> Value
    ) throws(EthereumError) -> Value? {
        guard let path = self else { return nil }
        return try read(path, indices)
    }
}
