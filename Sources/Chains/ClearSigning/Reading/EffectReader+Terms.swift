internal import Ethereum
internal import BigInt

/// Reads the terms of an action.
extension EffectReader {
    func add(_ terms: [Term], to action: inout ContractAction) throws(EthereumError) {
        for term in terms {
            switch term {
            case .crossing(let sent, let least, let fee, let token, let arriving):
                action.crossing = try crossing(sent, least, fee, token, arriving)
            case .market(let path): action.market = try market(path)
            case .executors(let paths):
                for path in paths { action.executors += try addresses(path).filter { !$0.isZero } }
            case .counterpart(let path): action.counterpart = try address(path)
            case .isUnbounded: action.isUnbounded = true
            case .isSealed: action.isSealed = true
            case .isAnyonesPosition: action.isAnyonesPosition = true
            case .isAmbiguous: action.isAmbiguous = true
            case .validator(let path):
                action.isForValidator = true
                action.hasHiddenTerms = try !Self.isAddressCredentials(bytes(path))
            case .collection(let path):
                action.purchaseOfItems = ContractAction.ItemPurchase(
                    collection: try address(path), coins: try number("@.value"))
            case .createsPool: action.createsPool = true
            case .isPair: action.isPair = true
            case .needsMinimum: action.needsMinimum = true
            case .delivery(let options, let further):
                let (options, further) = (try bytes(options), try bytes(further))
                action.hasHiddenTerms = !further.isEmpty || !Self.buysOnlyGas(options)
            case .tokens(let paths, let fee):
                action.hasHiddenTerms = try number(fee) != 0
                for path in paths where try !Self.isToken(bytes(path)) { action.hasHiddenTerms = true }
            case .operator(let path): action.operator = try address(path)
            case .minimums(let paths):
                for path in paths { action.minimums += try words(path) }
            case .vault(let kind, let path):
                action.vaultTrade = ContractAction.VaultTrade(kind: kind, units: try number(path))
            case .executorSteps(let path):
                guard case .list(let steps) = try value(path, []) else { throw .descriptor(.path) }
                action.stepsOfExecutor = steps.count
            case .pools(let paths, let token, let sold, let least):
                var pools: [BigUInt] = []
                for path in paths { pools += try words(path) }
                action.purchase = try purchase(.pools(pools), token, sold, least)
            case .coins(let sold, let bought, let amount, let least):
                action.purchase = try purchase(
                    .coins(sold: try number(sold), bought: try number(bought)), nil, amount, least)
            case .route(let path, let least):
                action.gets = [
                    ContractAction.Amount(
                        bound: .atLeast, token: try bought(addresses(path)), units: try number(least), isItem: false)
                ]
            case .order(let token, let kind, let reducing):
                let isReducing = reducing.contains(try number(kind))
                action.order = VaultOrder(token: isReducing ? nil : try address(token))
            }
        }
    }

    /// Whether withdrawal credentials are those of an address: 0x01 or 0x02, eleven zero bytes and the address.
    private static func isAddressCredentials(_ credentials: [UInt8]) -> Bool {
        credentials.count == 32 && (credentials[0] == 1 || credentials[0] == 2)
            && credentials[1..<12].allSatisfy { $0 == 0 }
    }

    /// Whether options of LayerZero buy nothing but gas for the delivery, and give no coins to anyone.
    private static func buysOnlyGas(_ options: [UInt8]) -> Bool {
        switch Array(options.prefix(2)) {
        case []: return true
        // Type 1: the gas.
        case [0, 1]: return options.count == 34
        // Type 3: options for the executor (1) with a size (17), of which "lzReceive" (1) has the gas.
        case [0, 3]:
            let rest = Array(options.dropFirst(2))
            return rest.count.isMultiple(of: 20)
                && stride(from: 0, to: rest.count, by: 20).allSatisfy { Array(rest[$0..<$0 + 4]) == [1, 0, 17, 1] }
        default: return false
        }
    }

    /// Whether the asset data of 0x are those of a token (`ERC20Token(address)`), not of an item or several assets.
    private static func isToken(_ asset: [UInt8]) -> Bool {
        asset.count == 36 && asset.starts(with: [0xF4, 0x72, 0x61, 0xB0])
    }

    private func crossing(
        _ sent: String, _ least: String?, _ fee: String?, _ token: String?,
        _ arriving: (token: String, chain: String)?
    ) throws(EthereumError) -> BridgeTransfer {
        let sent = try number(sent)
        let taken = try fee.map(at: [], number) ?? 0
        let rest = sent > taken ? sent - taken : 0
        let least = try least.map(at: [], number)
        let token = try token.map(at: [], address)
        var arrival: BridgeTransfer.Output?
        if let arriving, let chain = UInt64(exactly: try number(arriving.chain)) {
            arrival = BridgeTransfer.Output(token: try address(arriving.token), chainID: chain)
        }
        return BridgeTransfer(
            sent: sent,
            // Without a fee, the minimum may be in the decimals of another token.
            least: taken > 0 ? min(rest, least ?? rest) : least ?? rest,
            token: token.flatMap { $0.isCoin ? nil : $0 }, arriving: arrival)
    }

    private func market(_ path: String) throws(EthereumError) -> LendingMarket {
        LendingMarket(
            loan: try address("\(path).loanToken"), collateral: try address("\(path).collateralToken"),
            oracle: try address("\(path).oracle"), rates: try address("\(path).irm"), limit: try number("\(path).lltv"))
    }

    private func purchase(
        _ place: PoolPurchase.Place, _ token: String?, _ sold: String, _ least: String
    ) throws(EthereumError) -> PoolPurchase {
        let named = try token.map(at: [], address)
        return PoolPurchase(
            place: place, namesToken: named != nil, token: named.flatMap { $0.isCoin ? nil : $0 },
            sold: try number(sold), least: try number(least))
    }

    /// The token at the end of a route of Curve's router; `nil` for the native coin.
    ///
    /// The route ends with the first token that no pool follows.
    private func bought(_ route: [EthereumAddress]) throws(EthereumError) -> EthereumAddress? {
        let places = stride(from: 2, to: route.count, by: 2)
        guard let end = places.first(where: { $0 + 1 >= route.count || route[$0 + 1].isZero }), !route[end].isZero
        else { throw .descriptor(.path) }
        return route[end].isCoin ? nil : route[end]
    }

    /// The numbers or words at a path, which may be a list.
    private func words(_ path: String) throws(EthereumError) -> [BigUInt] {
        var words: [BigUInt] = []
        for finding in try findings(path) {
            switch finding.value {
            case .number(let number) where number.sign == .plus: words.append(number.magnitude)
            case .bytes(let bytes) where bytes.count == 32: words.append(BigUInt(bytes: bytes))
            default: throw .descriptor(.path)
            }
        }
        return words
    }
}
