import Bridge
import Ethereum

/// A subject that an Ethereum account signs on a network, for a site or a payment.
protocol EthereumSignable: AccountSignable {
    /// The network, and who asks for the signature.
    var context: SigningContext { get }
}

extension EthereumSignable {
    /// The account, on the network of the request.
    var account: AccountID? { context.account }

    var signer: EthereumAddress { context.signer }
}
