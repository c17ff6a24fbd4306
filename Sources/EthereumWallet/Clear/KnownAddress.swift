import Ethereum
import WalletCore

/// How well the user knows an address.
enum KnownAddress: Hashable, Sendable {
    /// One of the wallet's own accounts.
    case own
    /// The user has used it before, as what `roles` say; with the name that the user gave it.
    case known(name: String?, roles: Recipient.Roles)
    /// A well-known contract.
    case named(String)
    /// A contract that only a descriptor names: a name for texts, which says nothing of what the contract may be given.
    case described(String, roles: Recipient.Roles)
    /// A contract that anyone can make send tokens anywhere: what it may spend, anyone may spend.
    case open(String)
    /// Unknown.
    case new
    /// It resembles `other`, but is a different address.
    case lookAlike(other: EthereumAddress)
    /// An address that no one controls: anything sent there is lost.
    case noOwner
    /// The earlier recipients could not be read.
    case untold
}
