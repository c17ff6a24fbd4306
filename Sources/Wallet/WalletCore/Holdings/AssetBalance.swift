package import BigInt
package import Bridge
import Messages

/// What an account holds of one asset, and who says so.
package struct AssetBalance: Hashable, Sendable {
    /// How far a balance can be relied on.
    package enum State: Hashable, Sendable {
        /// No server has been asked since the wallet was unlocked; the balance, if there is one, is an earlier one.
        case earlier

        /// A server is being asked for the first time.
        case asking

        /// The server reported it at ``AssetBalance/at``, and reports changes.
        case current

        /// No server of the chain can be reached; the balance is the latest one.
        case offline

        /// Servers answer, but not every question: one was refused by all of them, or what one lists is not provided or
        /// proven.
        case incomplete

        /// No server is set for the chain.
        case noServer

        /// Servers report different balances, each with its server; only one if it hides transactions that blocks
        /// contain.
        case disagreement([Claim])
    }

    /// The balance of another server.
    package struct Claim: Hashable, Sendable {
        /// The host and port of the server.
        package let source: String

        /// The balance in the smallest unit.
        package let units: BigUInt

        /// Creates a claim.
        package init(source: String, units: BigUInt) {
            self.source = source
            self.units = units
        }
    }

    /// The asset.
    package let asset: HeldAsset

    /// The balance in the smallest unit, without ``unconfirmed``; `nil` if no server has ever named it.
    package var units: BigUInt?

    /// The number of non-fungible tokens of this asset that the account holds.
    package var items: Int

    /// What of ``units`` is on these non-fungible tokens, and is sent only with them.
    package var inItems: BigUInt = 0

    /// What arrives with unconfirmed transactions.
    package var unconfirmed: BigUInt

    /// What is in coins that are frozen, carry tokens, or are spent by a payment with an unknown outcome.
    package var unavailable: BigUInt

    /// When a server reported the balance, in seconds since 1970.
    package var at: Int64?

    /// The host and port of that server.
    package var source: String?

    /// How far it can be relied on.
    package var state: State

    /// The site that named the node, which may say anything; `nil` if the user did.
    package var nodeSite: String?

    /// Whether the account may have more of it, which the wallet could not check.
    package var isUnchecked = false

    /// What the contract of a token says about itself, if that is not what the wallet knows: a symbol and the decimals.
    package var contradiction: String?

    /// Creates a balance.
    package init(
        _ asset: HeldAsset, units: BigUInt? = nil, items: Int = 0, unconfirmed: BigUInt = 0, unavailable: BigUInt = 0,
        at: Int64? = nil, source: String? = nil, state: State
    ) {
        self.asset = asset
        self.units = units
        self.items = items
        self.unconfirmed = unconfirmed
        self.unavailable = unavailable
        self.at = at
        self.source = source
        self.state = state
    }

    /// The balance as text, such as `1.25 ETH`, with the number of its non-fungible tokens; `nil` if it is not known.
    package var text: String? {
        guard let units else { return nil }
        guard items > 0 else { return asset.text(units) }
        let count =
            localized("\(items, as: "count") item", plural: "\(items, as: "count") items", count: items)
        return units == 0
            ? localized("\(count, as: "items") of \(asset.shownSymbol, as: "symbol")")
            : localized("\(asset.text(units), as: "amount") and \(count, as: "items")")
    }
}

/// An account on one chain, with what it holds.
package struct AccountSummary: Hashable, Sendable {
    /// The account (CAIP-10).
    ///
    /// The address is that by which the user knows it: the first receiving address on Bitcoin,
    /// and on Bitcoin Cash that address without its prefix.
    package let id: AccountID

    /// The user's name for the account.
    package let name: String

    /// The name of the chain; untrusted text unless ``isWellKnownChain``.
    package let chainName: String

    /// Whether the chain is built in.
    package let isWellKnownChain: Bool

    /// Whether its coins have no value.
    package let isTest: Bool

    /// Whether its keys are elsewhere, so that it cannot sign.
    package let isWatchOnly: Bool

    /// Whether it belongs to an account of the wallet that is not the active one.
    package var isOfOtherAccount = false

    /// Whether the wallet has it besides the accounts that the user sees as one, such as by a search for accounts.
    package var isBesides = false

    /// Whether its key is on a hardware wallet, which signs by QR codes.
    package let isOnDevice: Bool

    /// The chain's own coin first.
    package var balances: [AssetBalance]

    /// Creates a summary.
    package init(
        _ id: AccountID, name: String, chainName: String, isWellKnownChain: Bool = true, isTest: Bool = false,
        isWatchOnly: Bool = false, isOnDevice: Bool = false, balances: [AssetBalance]
    ) {
        self.isOnDevice = isOnDevice
        self.id = id
        self.name = name
        self.chainName = chainName
        self.isWellKnownChain = isWellKnownChain
        self.isTest = isTest
        self.isWatchOnly = isWatchOnly
        self.balances = balances
    }
}

/// The accounts of one kind of chain, with what they hold.
@MainActor package protocol BalanceSource: AnyObject {
    /// Notes every change of ``accounts``.
    var changes: HoldingsChanges { get }

    /// The accounts of the unlocked wallet as far as they are known now; no server is asked. None while it is locked.
    var accounts: [AccountSummary] { get }

    /// Asks the servers once, and from then on follows changes (Electrum subscriptions, new blocks) until the wallet is
    /// locked. It returns when each account has an answer or a reason; it never fails.
    func refresh() async
}
