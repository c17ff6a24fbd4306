import BigInt
import Bridge
import Ethereum
import Messages
import WalletCore

/// Makes the items of a history from the movements of tokens of an account.
struct TokenMovementItems {
    let id: AccountID
    let chain: Chain
    let tokens: TokenBook

    /// How the contracts describe themselves that the wallet does not know.
    let descriptions: [EthereumAddress: TokenDescription]

    /// The site that named the node that has reported the movements; `nil` if the user did.
    let site: String?

    /// Makes one item for each transaction.
    ///
    /// Anyone can create a token and write any transfer into its logs. Movements of contracts that neither the wallet nor
    /// the user knows are listed only if the account has dealt with these contracts itself.
    ///
    /// - Parameters:
    ///   - movements: The movements, the newest first.
    ///   - head: The latest block; `nil` if no node was asked.
    /// - Returns: The items, the newest first.
    func items(_ movements: [TokenMovement], head: UInt64?) -> [HistoryItem] {
        let used = Self.used(movements)
        var (order, groups) = ([String](), [String: [TokenMovement]]())
        for movement in movements where movement.place.block <= head ?? .max {
            guard let contract = try? EthereumAddress(movement.contract),
                isKnown(contract) || used.contains(movement.contract)
            else { continue }
            if groups[movement.txid] == nil { order.append(movement.txid) }
            groups[movement.txid, default: []].append(movement)
        }
        return order.compactMap { item($0, groups[$0] ?? [], head) }
    }

    /// The contracts with which the account has dealt itself.
    static func used(_ movements: [TokenMovement]) -> Set<String> {
        Set(movements.lazy.filter { $0.isSigned == true }.map(\.contract))
    }

    private func isKnown(_ contract: EthereumAddress) -> Bool {
        tokens.token(contract, on: chain.id) != nil || KnownCollections.contains(contract, on: chain.id)
    }

    private func item(_ txid: String, _ movements: [TokenMovement], _ head: UInt64?) -> HistoryItem? {
        var (totals, order, others) = ([HeldAsset: BigInt](), [HeldAsset](), [String]())
        for movement in movements.sorted(by: { $0.place < $1.place }) {
            guard let asset = asset(movement) else { continue }
            let isOutgoing = movement.from == id.address
            if totals[asset] == nil { order.append(asset) }
            totals[asset, default: 0] += isOutgoing ? -BigInt(movement.units) : BigInt(movement.units)
            let other = isOutgoing ? movement.to : movement.from
            if !others.contains(other), others.count < Self.mostOthers { others.append(other) }
        }
        let changes = order.compactMap { asset in
            totals[asset].flatMap { $0 == 0 ? nil : AssetChange(asset, $0) }
        }
        guard !changes.isEmpty, let first = movements.first else { return nil }
        return HistoryItem(
            id, txid: txid, at: first.at, changes: changes, others: others,
            state: .confirmed(head.map { Int(clamping: $0 - first.place.block) + 1 } ?? 1), nodeSite: site)
    }

    /// What moved: a token with its symbol, or an item of a collection.
    private func asset(_ movement: TokenMovement) -> HeldAsset? {
        guard let contract = try? EthereumAddress(movement.contract),
            let asset = AssetID(
                "eip155:\(chain.id)/\(movement.standard):\(movement.contract)"
                    + (movement.item.map { "/\($0)" } ?? ""))
        else { return nil }
        if movement.item == nil, let known = tokens.token(contract, on: chain.id) {
            return marked(
                HeldAsset(asset, symbol: known.symbol, decimals: known.decimals, isVouchedFor: known.isVouchedFor),
                contract)
        }
        let found = descriptions[contract]
        let short = "\(movement.contract.prefix(6))…\(movement.contract.suffix(4))"
        // Without decimals, the amount is in the smallest unit, which no symbol stands for.
        guard movement.item == nil else {
            return marked(
                HeldAsset(asset, symbol: found?.symbol ?? short, decimals: 0, isVouchedFor: false), contract)
        }
        guard let decimals = found?.decimals else {
            return HeldAsset(asset, symbol: short, decimals: 0, isVouchedFor: false)
        }
        return marked(
            HeldAsset(asset, symbol: found?.symbol ?? short, decimals: decimals, isVouchedFor: false), contract)
    }

    /// The asset, marked if it uses the symbol of a trusted token.
    private func marked(_ asset: HeldAsset, _ contract: EthereumAddress) -> HeldAsset {
        var asset = asset
        asset.isImitation = !asset.isVouchedFor && tokens.isNamesake(asset.symbol, of: contract, on: chain.id)
        return asset
    }

    private static let mostOthers = 100
}

/// How a contract of a token or a collection describes itself.
struct TokenDescription: Hashable, Sendable {
    /// Its symbol, if it can be shown.
    let symbol: String?

    /// The decimal places of its amounts.
    let decimals: Int?

    /// Asks `contracts` for their descriptions.
    static func of(
        _ contracts: [EthereumAddress], asking node: any EthereumNode
    ) async throws(NodeError) -> [EthereumAddress: TokenDescription] {
        guard let symbol = try? ABIFunction("symbol()").call([]), let decimals = try? ABIFunction("decimals()").call([])
        else { return [:] }
        let answers = try await Multicall(node: node).answers(
            to: contracts.flatMap { contract in
                [symbol, decimals].map { Multicall.Call(contract: contract, data: $0) }
            })
        var found: [EthereumAddress: TokenDescription] = [:]
        for (place, contract) in contracts.enumerated() where answers.indices.contains(place * 2 + 1) {
            let name = TokenContract.symbol(answers[place * 2]).flatMap(Token.shownSymbol)
            found[contract] = TokenDescription(
                symbol: name, decimals: TokenContract.decimals(answers[place * 2 + 1]))
        }
        return found
    }
}
