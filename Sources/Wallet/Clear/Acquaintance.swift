import Ethereum

/// How well the user knows an address.
enum Acquaintance: Hashable, Sendable {
    /// One of the wallet's own accounts.
    case own
    /// Something was sent there before, or it was given a permission before; with the name that the user gave it.
    case known(name: String?)
    /// A contract that the wallet can name.
    case named(String)
    /// A contract that anybody can send anywhere: what it may spend, anybody may spend.
    case open(String)
    /// Never seen before.
    case new
    /// It looks like `other`, and is not.
    case lookAlike(other: EthereumAddress)
    /// Nobody's: what is sent there is lost.
    case nobody
    /// The earlier recipients could not be read.
    case untold
}
