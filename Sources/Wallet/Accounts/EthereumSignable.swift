import Bridge
import Ethereum

/// What an Ethereum account signs after the user approved it: the Keccak-256 digest of ``/Bridge/Approvable/payload``.
protocol EthereumSignable: Approvable {
    /// The account that signs.
    var signer: EthereumAddress { get }

    /// Where it is signed, and by whom it was asked.
    var context: SigningContext { get }
}

extension EthereumSignable {
    /// The account, on the network of the request.
    var account: AccountID? { context.account }

    var signer: EthereumAddress { context.signer }
}
