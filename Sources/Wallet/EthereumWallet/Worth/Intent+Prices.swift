import ClearSigning
import Ethereum

extension Intent {
    /// The tokens of its exchanges and orders, whose prices show whether they are fair; `nil` is the native coin.
    func pricedTokens(on chainID: UInt64) -> [EthereumAddress?] {
        var tokens: [EthereumAddress?] = []
        for part in all {
            let found: [EthereumAddress?]
            switch part {
            case .action(let action) where action.crossing != nil:
                let crossing = action.crossing.flatMap { $0.change(on: chainID) == nil ? nil : $0 }
                found = crossing.map { [$0.token] + ($0.change(on: chainID)?.token.map { [$0.address] } ?? []) } ?? []
            case .action(let action):
                let pair = action.purchase.flatMap { KnownPools.pair(of: $0, at: action.contract, on: chainID) }
                found =
                    (action.gives.isEmpty && pair == nil ? [] : action.gives + action.gets).filter { !$0.isItem }
                    .map(\.token) + (pair.map { [$0.sold, $0.bought] } ?? [])
            case .order(let order):
                found = (order.gives + order.gets).filter { $0.item == nil && !$0.isAnyItem }.map(\.token)
            default: continue
            }
            for token in found where !tokens.contains(token) { tokens.append(token) }
        }
        return tokens
    }

    /// The exchanges with vaults in it, by vault; of several with one vault, the first one.
    var vaultTrades: [EthereumAddress: ContractAction.VaultTrade] {
        all.reduce(into: [:]) { trades, part in
            guard case .action(let action) = part, let trade = action.vaultTrade, trades[action.contract] == nil
            else { return }
            trades[action.contract] = trade
        }
    }
}
