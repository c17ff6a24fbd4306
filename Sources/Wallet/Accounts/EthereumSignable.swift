import Bridge
import Ethereum

/// A subject that an Ethereum account signs after approval: the Keccak-256 digest of ``/Bridge/Approvable/payload``.
protocol EthereumSignable: Approvable {
    /// The account that signs.
    var signer: EthereumAddress { get }

    /// The network, and who asks for the signature.
    var context: SigningContext { get }
}

extension EthereumSignable {
    /// The account, on the network of the request.
    var account: AccountID? { context.account }

    var signer: EthereumAddress { context.signer }
}
