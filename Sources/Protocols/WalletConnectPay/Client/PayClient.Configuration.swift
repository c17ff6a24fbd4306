public import Logging

extension PayClient {
    /// The address of the gateway, and the identity of this client.
    public struct Configuration: Sendable {
        /// The address of the gateway: https, or http to this machine; it is never taken from a link.
        public var baseURL = "https://api.pay.walletconnect.com"

        /// The ID that WalletConnect assigned to this wallet; if it is set, ``apiKey`` is not sent.
        public var appID: String?

        /// An API key of the gateway, for wallets without an app ID.
        public var apiKey: String?

        /// The ID that distinguishes this client from others with the same app ID; by default random, and new for each
        /// client.
        public var clientID: String?

        /// The version of the gateway's API, a date.
        public var version = "2026-02-18"

        /// The version of the wallet, as reported to the gateway.
        public var walletVersion = "1.0"

        /// The log of requests and their outcomes: names of requests, statuses and times, and nothing that identifies a
        /// payer, a merchant or a key.
        public var log = Logger(label: "drawbridge.pay")

        /// Creates a configuration; the app ID or the API key is required.
        public init(appID: String? = nil, apiKey: String? = nil) {
            self.appID = appID
            self.apiKey = apiKey
        }
    }
}
