package import Bitcoin
package import Bridge
package import Ethereum
package import Keys

/// A subject that an Ethereum account signs after approval: the Keccak-256 digest of ``/Bridge/Approvable/payload``.
package protocol AccountSignable: Approvable {
    /// The account that signs.
    var signer: EthereumAddress { get }

    /// What a device gets to sign if it has the key; `nil` if no device can sign this.
    var deviceContent: DeviceContent? { get }
}

extension AccountSignable {
    /// No device can sign it.
    package var deviceContent: DeviceContent? { nil }
}

/// A payment that the user can approve, and whose inputs the keys of the account sign.
package protocol CoinSignable: Approvable {
    /// The transaction.
    var unsigned: UnsignedBitcoinTransaction { get }

    /// The chain of its coins.
    var utxoChain: UTXOChain { get }

    /// The address by which the user knows the account.
    var from: String { get }

    /// Whether that is the active account; otherwise it is another one of the same wallet, as its keys show.
    var isOfActiveAccount: Bool { get }

    /// Where the key of an input is derived.
    func path(ofInput place: Int) throws(KeyError) -> DerivationPath
}

extension CoinSignable {
    /// It is the active account.
    package var isOfActiveAccount: Bool { true }
}

/// A partially signed transaction that the user can approve, and whose inputs the wallet's keys sign.
package protocol PSBTSignable: Approvable {
    /// The transaction; its ``/Bridge/Approvable/payload`` has what the wallet's keys sign.
    var psbt: PSBT { get }
}

/// The revocation of an account's delegation, which takes two signatures of the account (EIP-7702).
package protocol RevocationSignable: AccountSignable {
    /// The transaction.
    var revocation: DelegationRevocation { get }
}

/// The standards by which messages are signed with keys of Bitcoin addresses.
package enum MessageForm: String, Sendable, CaseIterable {
    /// A signature from which the key is recovered.
    case bip137
    /// A signature of a virtual transaction.
    case bip322
}

/// A message that the user can approve, and that the key of a Bitcoin address signs.
package protocol MessageSignable: Approvable {
    /// The message.
    var message: BitcoinMessage { get }

    /// The standard.
    var form: MessageForm { get }

    /// Where the key is derived.
    var path: DerivationPath { get }

    /// The script of the address, and its type.
    var script: Script { get }
    var scriptType: ScriptType { get }
}
