package import Bridge
package import Ethereum
import Messages
import WalletCore

/// The account and the network of a signing request, and what the user must know about the requester.
package struct SigningContext: Sendable {
    /// The account that signs.
    package let signer: EthereumAddress

    /// The user's name for the account.
    package let accountName: String

    /// The network.
    package let chain: Chain

    /// The requester's name in sentences: the host of a page, or of a payment service.
    package let site: String

    /// The merchant and the amount, if it is for a payment.
    package let merchant: [Approval.Row]

    /// Warnings about the requester.
    package let warnings: [Approval.Warning]

    /// The account on its network.
    package var account: AccountID { AccountID(chain: ChainID(eip155: chain.id), address: signer.description) }

    /// The first rows of every approval: account and network.
    package var rows: [Approval.Row] {
        merchant + [
            Approval.Row(localized("Account"), .exact(signer.description), note: accountName, role: .account),
            Approval.Row(localized("Network"), chain.words, role: .network),
        ]
    }
}
