import Ethereum
import WalletCore

/// How well the user knows an address.
enum KnownAddress: Hashable, Sendable {
    /// One of the wallet's own accounts.
    case own
    /// The user has used it before, in these roles; with the name that the user gave it.
    case known(name: String?, roles: Recipient.Roles)
    /// A well-known contract.
    case named(String)
    /// A contract that only a descriptor names. The name is only for display, and does not mean that the contract may
    /// receive anything.
    case described(String, roles: Recipient.Roles)
    /// A contract that anyone can make send tokens anywhere: anyone can spend the tokens that it may spend.
    case open(String)
    /// Unknown.
    case new
    /// It resembles `other`, but is a different address.
    case lookAlike(other: EthereumAddress)
    /// An address that no one controls: anything sent there is lost.
    case noOwner
    /// It is not known, because the earlier recipients could not be read.
    case unreadable
}
