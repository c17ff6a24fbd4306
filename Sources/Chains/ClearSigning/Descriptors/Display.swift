public import Ethereum

/// The text of a descriptor for a call or a message.
public struct Display: Hashable, Sendable {
    /// One line.
    public struct Row: Hashable, Sendable {
        /// What it is about, by the descriptor; one line of visible characters.
        public let label: String

        /// What it says.
        public let text: String

        /// Whether the text is an address, whole.
        public let isAddress: Bool

        /// Whether the text has untrusted parts: a text of the call's own, or the sign of a token.
        public let isTheirs: Bool

        init(_ label: String, _ text: String, isAddress: Bool = false, isTheirs: Bool = false) {
            self.label = label
            self.text = text
            self.isAddress = isAddress
            self.isTheirs = isTheirs
        }
    }

    /// An address among the arguments.
    public struct Party: Hashable, Sendable {
        /// What an address is for.
        public enum Role: Hashable, Sendable {
            /// The token of an amount, by the descriptor.
            case token
            /// Who sent the user to the app, by the name of the argument.
            case referrer
            /// Anything else: it may receive something, or get rights.
            case holder
        }

        /// The address.
        public let address: EthereumAddress

        /// What it is for.
        public let role: Role

        /// Whether a Boolean next to it gives it rights.
        public let isGranted: Bool
    }

    /// What is done, such as `Swap`.
    public let intent: String

    /// Who runs the contract, by the descriptor.
    public let owner: String?

    /// The lines.
    public internal(set) var rows: [Row]

    /// The calls that lie in the arguments, by the descriptor.
    public internal(set) var inner: [ContractCall]

    /// Who receives something or may take it, by the names of the arguments; whether or not a line shows them.
    public internal(set) var receivers: [EthereumAddress] = []

    /// Who receives something, by the labels of lines that show addresses.
    public internal(set) var labeledReceivers: [EthereumAddress] = []

    /// The addresses among the arguments, without the placeholders of routers; whether or not a line shows them.
    public internal(set) var parties: [Party] = []

    /// Whether a value is an amount or an item, by the formats and by the names of the arguments.
    public internal(set) var movesValue = false

    /// Whether a recipient is an account of another network, by the names of the arguments.
    public internal(set) var hasForeignReceiver = false

    /// Whether the least that an exchange must yield is next to nothing, by the names of the arguments.
    public internal(set) var acceptsNothing = false

    /// Whether it names pools instead of the token that it buys, by the names of the arguments.
    public internal(set) var hidesPurchase = false

    /// Whether a fee takes more than a tenth of what is sent, by the names of the arguments.
    public internal(set) var hasLargeFee = false

    /// Whether no line shows an argument that may move something or determine a recipient.
    public internal(set) var isPartial = false

    /// The number of bytes after the arguments, which the contract ignores.
    public internal(set) var extraBytes = 0
}

/// The known coins and tokens for the text of a descriptor.
public struct DisplayContext {
    /// The sign of the chain's own coin.
    public let coin: String

    /// Whether that sign is untrusted.
    public let isCoinTheirs: Bool

    /// The token of a contract; `nil` if it is not known.
    public let token: (EthereumAddress) -> Token?

    /// Says what is known.
    public init(coin: String, isCoinTheirs: Bool = false, token: @escaping (EthereumAddress) -> Token?) {
        self.coin = coin
        self.isCoinTheirs = isCoinTheirs
        self.token = token
    }
}
