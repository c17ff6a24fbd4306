package import BigInt
package import Bridge

/// What the user wants to send, from a form of the wallet or from the terminal.
package struct SendForm: Hashable, Sendable {
    /// How much one recipient gets.
    package enum Share: Hashable, Sendable {
        /// This many of the smallest unit.
        case units(BigUInt)

        /// Everything that is left after the fee and the other recipients; for one recipient at most.
        case all
    }

    /// One recipient.
    package struct Payee: Hashable, Sendable {
        /// The address, resolved and checked for the chain.
        package let address: String

        /// The name by which the user gave it: a contact, or an ENS name.
        package let name: String?

        /// The name of ENS that stands for the address, if the user gave one.
        package let resolved: ResolvedName?

        /// How much it gets.
        package let share: Share

        /// Creates a recipient.
        package init(_ address: String, name: String? = nil, resolved: ResolvedName? = nil, _ share: Share) {
            self.address = address
            self.name = name
            self.resolved = resolved
            self.share = share
        }
    }

    /// The fee.
    package enum Fee: Hashable, Sendable {
        /// One of the offered speeds.
        case pace(FeeOffer.Pace)

        /// By hand, in the unit of ``FeeOffer/rate``: satoshis per (virtual) byte, or gwei as the maximum per gas.
        case rate(String)
    }

    /// The account that pays.
    package var account: AccountID

    /// What is sent.
    package var asset: HeldAsset

    /// The recipients, in order; more than one only on Bitcoin and Bitcoin Cash.
    package var payees: [Payee]

    /// The fee.
    package var fee: Fee

    /// The user's note, kept in the history and never sent; empty for none.
    package var note: String

    /// The outpoints (`txid:index`) of the coins to spend; empty for the wallet's choice.
    package var coins: [String]

    /// The maximum number of recipients of a payment on a network: their outputs always fit into a transaction that is
    /// relayed.
    package static func mostPayees(on chain: ChainID) -> Int { chain.eip155 == nil ? 250 : 1 }

    /// Creates a form.
    package init(
        from account: AccountID, _ asset: HeldAsset, to payees: [Payee], fee: Fee = .pace(.normal),
        note: String = "", coins: [String] = []
    ) {
        self.account = account
        self.asset = asset
        self.payees = payees
        self.fee = fee
        self.note = note
        self.coins = coins
    }
}

/// Pays what the user entered, from accounts of one kind of chain.
@MainActor package protocol PaymentSource: AnyObject {
    /// The assets that `account` can send, its coin first.
    func assets(of account: AccountID) -> [HeldAsset]

    /// Checks the text of an address.
    ///
    /// - Returns: The address in the chain's canonical form.
    /// - Throws: Why it cannot be paid.
    func address(_ text: String, for account: AccountID) throws(RPCError) -> String

    /// The three speeds, from slow to fast, as the servers say now.
    func fees(of account: AccountID) async throws(RPCError) -> [FeeOffer]

    /// Shows the ordinary approval, with every warning that the request of a page would get, signs, records and sends.
    ///
    /// The caller got `request` from ``/Bridge/RequestDispatcher/run(_:_:)``; its peer is the user.
    ///
    /// - Returns: The transaction ID.
    func send(_ form: SendForm, for request: Request) async throws(RPCError) -> String
}
