package import Bridge
internal import Foundation
package import LocalServer

extension GatewaySimulator {
    /// The settings of a gateway.
    package struct Configuration: Sendable {
        /// Its certificate and key; `nil` for http.
        package var identity: ServerIdentity?

        /// The host name in the form's URL; `nil` for 127.0.0.1.
        package var host: String?

        /// The start of payment links.
        package var links = "https://pay.walletconnect.com"

        /// The file to which exchanges are written, one JSON object per line; `nil` for none.
        package var record: String?

        /// The accepted values of `App-Id`; `nil` for any.
        package var apps: Set<String>?

        /// The accepted values of `Api-Key`; `nil` for any.
        package var keys: Set<String>?

        /// The options of merchants' payments, for a price of $25.00.
        package var shelf = PaymentPreset.several.plan

        /// Whether a transaction, given by its hash, exists on a CAIP-2 chain; `nil` to check only the format of the
        /// hash.
        package var knows: (@Sendable (_ transaction: String, _ chain: String) async -> Bool)?

        /// Collects a payment by the signature of an action's typed data on a CAIP-2 chain, and returns whether that
        /// succeeded; `nil` if no tokens move.
        package var collects: (@Sendable (_ typedData: JSON, _ signature: String, _ chain: String) async -> Bool)?

        /// The time, in seconds since 1970.
        package var time: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }

        /// Creates the usual configuration.
        package init(identity: ServerIdentity? = nil, host: String? = nil, record: String? = nil) {
            self.identity = identity
            self.host = host
            self.record = record
        }
    }
}
