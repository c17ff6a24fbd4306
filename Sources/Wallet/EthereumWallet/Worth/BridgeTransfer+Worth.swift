import BigInt
import ClearSigning
import Ethereum

extension BridgeTransfer {
    /// What arrives, as an amount of a token on the chain from which it is sent, if it is another asset than what is sent.
    ///
    /// - Parameter chainID: The chain from which it is sent.
    /// - Returns: The token with the value of what arrives, without a value for an asset that the wallet does not know, and
    ///   its least amount; `nil` if the same asset arrives, or if the call names none.
    func change(on chainID: UInt64) -> (token: Token?, units: BigUInt)? {
        guard let arriving else { return nil }
        guard let other = KnownTokens.token(arriving.token, on: arriving.chainID) else { return (nil, least) }
        let asset = PriceFeeds.asset(of: other.symbol)
        guard asset != KnownTokens.asset(token, on: chainID) else { return nil }
        guard let own = KnownTokens.token(for: asset, on: chainID) else { return (nil, least) }
        let (more, fewer) = (max(0, own.decimals - other.decimals), max(0, other.decimals - own.decimals))
        return (own, least * BigUInt(10).power(more) / BigUInt(10).power(fewer))
    }
}
