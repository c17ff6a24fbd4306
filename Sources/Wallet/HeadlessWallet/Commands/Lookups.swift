import EthereumWallet
import Messages

/// Whether names of ENS are looked up, and whether servers outside the chain are asked for them (EIP-3668).
package struct NameLookups: SettingsCommand {
    /// What is set.
    package struct Outcome: Codable, Hashable, Sendable {
        package let lookup: Bool
        package let gateways: Bool
    }

    package static let name = "names"

    /// What is changed; `nil` for what stays.
    let lookup: Bool?
    let gateways: Bool?

    package init(lookup: Bool? = nil, gateways: Bool? = nil) { (self.lookup, self.gateways) = (lookup, gateways) }

    package func apply(to settings: inout Settings) throws(WalletError) -> Outcome {
        if let lookup { settings.usesNames = lookup }
        if let gateways { settings.usesNameGateways = gateways }
        return Outcome(lookup: settings.usesNames, gateways: settings.usesNameGateways)
    }
}

/// The price source.
package struct ShowPrices: SettingsCommand {
    /// What it gives.
    package struct Outcome: Codable, Hashable, Sendable {
        @OrNull package var address: String?
        @OrNull package var currency: String?
    }

    package static let name = "prices"

    package init() {}

    package func apply(to settings: inout Settings) throws(WalletError) -> Outcome {
        Outcome(address: settings.priceSource?.endpoint.url, currency: settings.priceSource?.currency)
    }
}

/// Sets or removes the price source.
package struct SetPrices: SettingsCommand {
    package static let name = "setPrices"

    package typealias Outcome = Done

    /// The address of the source; `nil` for none.
    let address: String?

    /// The currency (ISO 4217).
    let currency: String

    package init(_ address: String?, currency: String = "") { (self.address, self.currency) = (address, currency) }

    package func apply(to settings: inout Settings) throws(WalletError) -> Done {
        settings.priceSource = try address.map { address throws(WalletError) in
            try PriceSourceChoice(address, currency: currency)
        }
        return Done()
    }
}
