import Bridge
import Ethereum
import EthereumWallet
import WalletConnectPay
import WalletCore
import WalletMethods

extension WalletServices {
    /// What the wallet itself knows about an asset: the native coins of built-in chains, and trusted tokens.
    var knownAssets: @Sendable (AssetID) -> KnownAsset? {
        let coins = Dictionary(
            chains.chains.filter(\.isWellKnown).map { ($0.caip, $0.symbol) }, uniquingKeysWith: { first, _ in first })
        return { [tokens = knowledge.tokens] asset in
            guard asset.token == nil else { return nil }
            if asset.isCoin {
                return coins[asset.chain.description].map { KnownAsset(symbol: $0, decimals: 18) }
            }
            guard let contract = asset.contract, let chain = asset.chain.eip155,
                let token = tokens.token(contract, on: chain), token.isVouchedFor
            else { return nil }
            return KnownAsset(symbol: token.symbol, decimals: token.decimals)
        }
    }
}
