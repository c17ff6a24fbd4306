package import BigInt
import Bitcoin
import Bridge

/// The text of a link that asks for a payment to an address of the user (BIP-21, EIP-681).
package enum ReceiveLink {
    /// The link.
    ///
    /// - Parameters:
    ///   - address: The address, in the form that the sender gets.
    ///   - asset: What is asked for.
    ///   - units: The amount in the smallest unit; `nil` to leave it to the sender.
    ///   - label: The recipient's name in the link, only on Bitcoin and Bitcoin Cash; empty for none.
    /// - Returns: The link; `nil` if there is no kind of link for this asset and form. A legacy address of Bitcoin Cash
    ///   has none: `bitcoin:` would ask for coins on Bitcoin.
    package static func text(to address: String, _ asset: HeldAsset, units: BigUInt?, label: String = "") -> String? {
        if let number = asset.id.chain.eip155 { return ethereum(to: address, asset, number, units) }
        guard asset.id.isCoin, asset.id.chain.namespace == "bip122" else { return nil }
        // An address of Bitcoin Cash has its scheme as its prefix.
        let utxoChain = UTXOChain.allCases.first { $0.chain == asset.id.chain.description }
        guard address.contains(":") || utxoChain?.ledger != .bitcoinCash else { return nil }
        let target = address.contains(":") ? address : "bitcoin:\(address)"
        var fields: [String] = []
        if let units { fields.append("amount=\(asset.number(units))") }
        if !label.isEmpty { fields.append("label=\(PercentCode.encode(label))") }
        return fields.isEmpty ? target : "\(target)?\(fields.joined(separator: "&"))"
    }

    private static func ethereum(to address: String, _ asset: HeldAsset, _ chain: UInt64, _ units: BigUInt?) -> String?
    {
        if asset.id.isCoin {
            return "ethereum:\(address)@\(chain)" + (units.map { "?value=\($0)" } ?? "")
        }
        guard asset.id.namespace == "erc20" else { return nil }
        let amount = units.map { "&uint256=\($0)" } ?? ""
        return "ethereum:\(asset.id.reference)@\(chain)/transfer?address=\(address)\(amount)"
    }
}
