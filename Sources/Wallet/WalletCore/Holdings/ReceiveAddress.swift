package import Bridge

/// An address of the user at which an account receives.
package struct ReceiveAddress: Hashable, Sendable {
    /// How an address can be written.
    package enum Form: String, Hashable, Sendable {
        /// The usual form on the chain: bech32, Base58 or EIP-55.
        case usual

        /// CashAddr with its prefix.
        case cashAddr

        /// CashAddr of the type that says that tokens can be received (CHIP-2022-02, “CashAddresses”).
        case tokenAware

        /// The form that Bitcoin and Bitcoin Cash shared.
        case legacy
    }

    /// An address in one of its forms.
    package struct Written: Hashable, Sendable {
        /// The form.
        package let form: Form

        /// The text.
        package let text: String

        /// Creates a written address.
        package init(_ form: Form, _ text: String) {
            self.form = form
            self.text = text
        }
    }

    /// Whether an address has been used.
    package enum State: Hashable, Sendable {
        /// This wallet has not shown it yet.
        case fresh

        /// It was shown to the user, and nothing arrived yet.
        case shown

        /// It received something, in this many transactions.
        case used(Int)
    }

    /// The account.
    package let account: AccountID

    /// The forms, the preferred one first; never empty.
    package let forms: [Written]

    /// Its key path, such as `m/84'/0'/0'/0/3`; empty for an imported key or a watched address.
    package let path: String

    /// Whether it has been used.
    package let state: State

    /// What the user calls it; empty for nothing.
    package let label: String

    /// Creates an address.
    package init(
        _ account: AccountID, forms: [Written], path: String, state: State, label: String = ""
    ) {
        self.account = account
        self.forms = forms
        self.path = path
        self.state = state
        self.label = label
    }

    /// The preferred form.
    package var text: String { forms.first?.text ?? "" }

    /// The address in `form`, or in the preferred one for `asset`: for a token on Bitcoin Cash, the one that says that
    /// tokens can be received.
    package func written(for asset: HeldAsset, as form: Form? = nil) -> Written? {
        let wanted = form ?? (asset.id.namespace == "token" ? .tokenAware : nil)
        return forms.first { $0.form == wanted } ?? forms.first
    }
}

/// The receiving addresses of accounts of one kind of chain.
@MainActor package protocol AddressSource: AnyObject {
    /// The addresses of `account` that were shown or used, the newest first, and before them the one to give to the
    /// next sender; no server is asked.
    ///
    /// - Throws: ``/Bridge/RPCError/locked``.
    func addresses(of account: AccountID) throws(RPCError) -> [ReceiveAddress]

    /// The address for the next sender, marked as shown: on Bitcoin and Bitcoin Cash one that was neither shown nor
    /// used, as far as the servers tell; on EVM chains always the same.
    func newAddress(of account: AccountID) async throws(RPCError) -> ReceiveAddress
}
