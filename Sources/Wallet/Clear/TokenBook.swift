public import Ethereum
import Synchronization

/// The tokens whose signs and decimals are known.
public final class TokenBook: Sendable {
    private struct Place: Hashable {
        let chainID: UInt64
        let address: EthereumAddress
    }

    private let tokens: Mutex<[Place: Token]>
    private let keeper: (any TokenKeeper)?

    /// Creates a book with `tokens`; by default those that the wallet vouches for.
    public init(_ tokens: [Token] = KnownTokens.all) {
        var places: [Place: Token] = [:]
        for token in tokens { places[Place(chainID: token.chainID, address: token.address)] = token }
        self.tokens = Mutex(places)
        keeper = nil
    }

    /// Creates a book of the tokens that the wallet vouches for and of what `keeper` has, which has it keep what is added.
    public init(keptBy keeper: any TokenKeeper) throws(JournalError) {
        var places: [Place: Token] = [:]
        // What the wallet vouches for stands in place of what somebody said of it.
        for token in try keeper.load() + KnownTokens.all {
            places[Place(chainID: token.chainID, address: token.address)] = token
        }
        tokens = Mutex(places)
        self.keeper = keeper
    }

    /// The token of the contract at `address`; `nil` where it is not known.
    public func token(_ address: EthereumAddress, on chainID: UInt64) -> Token? {
        tokens.withLock { $0[Place(chainID: chainID, address: address)] }
    }

    /// Adds a token, such as one that a site asked the user to watch; where it cannot be kept, it is known until the end
    /// of the program.
    ///
    /// - Returns: Whether it was added: nobody can say anew what a token is that the wallet vouches for.
    @discardableResult public func add(_ token: Token) -> Bool {
        let isNew = tokens.withLock { tokens in
            let place = Place(chainID: token.chainID, address: token.address)
            guard tokens[place]?.isVouchedFor != true else { return false }
            tokens[place] = token
            return true
        }
        if isNew { try? keeper?.keep(token) }
        return isNew
    }

    /// All tokens, in no order.
    public var all: [Token] { tokens.withLock { Array($0.values) } }
}
