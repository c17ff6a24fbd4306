internal import Foundation

extension GatewaySimulator {
    /// How a gateway is set up.
    public struct Configuration: Sendable {
        /// Its certificate; `nil` for http.
        public var identity: ServerIdentity?

        /// The name by which it calls itself in the form's address; `nil` for 127.0.0.1.
        public var host: String?

        /// What links to payments begin with.
        public var links = "https://pay.walletconnect.com"

        /// The file to which exchanges are written, one JSON object a line; `nil` for none.
        public var record: String?

        /// The values of `App-Id` that are taken; `nil` for any.
        public var apps: Set<String>?

        /// The values of `Api-Key` that are taken; `nil` for any.
        public var keys: Set<String>?

        /// What the payments of merchants can be paid with, at $ 25.00.
        public var shelf = PaymentPreset.several.plan

        /// Whether a transaction, by its hash, is known on a chain of CAIP-2; `nil` if there is no node to ask, and the
        /// form of a hash is enough.
        public var knows: (@Sendable (_ transaction: String, _ chain: String) async -> Bool)?

        /// The time, in seconds since 1970.
        public var time: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }

        /// Creates the usual configuration.
        public init(identity: ServerIdentity? = nil, host: String? = nil, record: String? = nil) {
            self.identity = identity
            self.host = host
            self.record = record
        }
    }
}
