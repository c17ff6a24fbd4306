import Bridge
import Ethereum

/// The account and the network of a request to sign, and what the user must know about who asks.
struct SigningContext: Sendable {
    /// The account that signs.
    let signer: EthereumAddress

    /// The user's name for the account.
    let accountName: String

    /// The network.
    let chain: Chain

    /// Who asks, as a sentence names them: the host of a page, or of a payment service.
    let site: String

    /// The merchant and the amount of a payment, where it is for one.
    let merchant: [Approval.Row]

    /// What must be said of who asks.
    let warnings: [Approval.Warning]

    /// The account with its network.
    var account: AccountID { AccountID(chain: ChainID(eip155: chain.id), address: signer.description) }

    /// The rows that every approval begins with: account and network, always both.
    var rows: [Approval.Row] {
        merchant + [
            Approval.Row("Account", .exact(signer.description), note: accountName, role: .account),
            Approval.Row("Network", chain.words, role: .network),
        ]
    }
}
