package import Bridge
package import Ethereum
package import WalletCore

/// A subject that an Ethereum account signs on a network, for a site or a payment.
package protocol EthereumSignable: AccountSignable {
    /// The network and the requester.
    var context: SigningContext { get }
}

extension EthereumSignable {
    /// The account, on the network of the request.
    package var account: AccountID? { context.account }

    package var signer: EthereumAddress { context.signer }
}
