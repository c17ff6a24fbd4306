public import Logging

extension PayClient {
    /// How the gateway is reached, and as whom.
    public struct Configuration: Sendable {
        /// The address of the gateway: https, or http to this machine; it is never taken from a link.
        public var baseURL = "https://api.pay.walletconnect.com"

        /// The name under which WalletConnect knows this wallet; if it is set, ``apiKey`` is not sent.
        public var appID: String?

        /// A key to the gateway, for wallets that have no app id.
        public var apiKey: String?

        /// What tells this client from others with the same app id; by default at random, new for each client.
        public var clientID: String?

        /// The version of the gateway's interface, a date.
        public var version = "2026-02-18"

        /// The version of the wallet, as reported to the gateway.
        public var walletVersion = "1.0"

        /// Where to note what is asked and how it ended: names of questions, statuses and times, and nothing that a
        /// payer, a merchant or a key could be told by.
        public var log = Logger(label: "drawbridge.pay")

        /// Creates a configuration; one of the two, the app id or the key, must be there.
        public init(appID: String? = nil, apiKey: String? = nil) {
            self.appID = appID
            self.apiKey = apiKey
        }
    }
}
