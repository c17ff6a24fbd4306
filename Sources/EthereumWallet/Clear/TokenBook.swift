public import Ethereum
import Synchronization
public import WalletCore

/// The tokens whose symbols and decimals are known.
public final class TokenBook: Sendable {
    private struct Place: Hashable {
        let chainID: UInt64
        let address: EthereumAddress
    }

    private let tokens: Mutex<[Place: Token]>
    private let keeper: (any TokenStore)?

    /// Creates a book with `tokens`; by default those that the wallet trusts.
    public init(_ tokens: [Token] = KnownTokens.all) {
        var places: [Place: Token] = [:]
        for token in tokens { places[Place(chainID: token.chainID, address: token.address)] = token }
        self.tokens = Mutex(places)
        keeper = nil
    }

    /// Creates a book with the trusted tokens and those stored in `keeper`, which also stores added tokens.
    public init(keptBy keeper: any TokenStore) throws(JournalError) {
        var places: [Place: Token] = [:]
        // A trusted token takes precedence over a stored one.
        for token in try keeper.load() + KnownTokens.all {
            places[Place(chainID: token.chainID, address: token.address)] = token
        }
        tokens = Mutex(places)
        self.keeper = keeper
    }

    /// The token of the contract at `address`; `nil` if it is not known.
    public func token(_ address: EthereumAddress, on chainID: UInt64) -> Token? {
        tokens.withLock { $0[Place(chainID: chainID, address: address)] }
    }

    /// Adds a token, such as one that a site asked the user to add; if it cannot be stored, it is known until the
    /// program ends.
    ///
    /// - Returns: Whether it was added: trusted tokens cannot be redefined.
    @discardableResult public func add(_ token: Token) async -> Bool {
        let isNew = tokens.withLock { tokens in
            let place = Place(chainID: token.chainID, address: token.address)
            guard tokens[place]?.isVouchedFor != true else { return false }
            tokens[place] = token
            return true
        }
        if isNew { try? await keeper?.keep(token) }
        return isNew
    }

    /// All tokens, in no particular order.
    public var all: [Token] { tokens.withLock { Array($0.values) } }
}
