import Bridge
import Ethereum
import Messages

/// The account and the network of a signing request, and what the user must know about the requester.
struct SigningContext: Sendable {
    /// The account that signs.
    let signer: EthereumAddress

    /// The user's name for the account.
    let accountName: String

    /// The network.
    let chain: Chain

    /// The requester's name in sentences: the host of a page, or of a payment service.
    let site: String

    /// The merchant and the amount, if it is for a payment.
    let merchant: [Approval.Row]

    /// Warnings about the requester.
    let warnings: [Approval.Warning]

    /// The account on its network.
    var account: AccountID { AccountID(chain: ChainID(eip155: chain.id), address: signer.description) }

    /// The first rows of every approval: account and network.
    var rows: [Approval.Row] {
        merchant + [
            Approval.Row(localized("Account"), .exact(signer.description), note: accountName, role: .account),
            Approval.Row(localized("Network"), chain.words, role: .network),
        ]
    }
}
