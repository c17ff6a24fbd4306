import Bridge
public import Ethereum
import Synchronization
public import WalletCore

/// The tokens whose symbols and decimals are known.
public final class TokenBook: Sendable {
    private struct Place: Hashable {
        let chainID: UInt64
        let address: EthereumAddress

        init(_ token: Token) { self.init(token.address, on: token.chainID) }

        init(_ address: EthereumAddress, on chainID: UInt64) {
            self.chainID = chainID
            self.address = address
        }
    }

    private let tokens: Mutex<[Place: Token]>

    /// The version of the store from which they were read, and those that were in it; `nil` after a change here.
    private let seen = Mutex<(version: Int64?, added: [AddedToken])>((nil, []))

    /// The tokens that are being stored, or could not be.
    private let unwritten = Mutex<[Place: AddedToken]>([:])

    /// The contracts of the trusted tokens, by chain and by how their symbols look; `nil` for the chain's own coin.
    private let looks: [UInt64: [String: Set<EthereumAddress?>]]

    /// The sites that asked for tokens which the user added.
    private let sites = Mutex<[Place: String]>([:])
    private let keeper: (any TokenStore)?

    /// Creates a book with the tokens that the wallet trusts.
    public convenience init() { self.init(KnownTokens.all, looks: Self.trustedLooks) }

    /// Creates a book with `tokens`.
    public convenience init(_ tokens: [Token]) { self.init(tokens, looks: Self.looks(of: tokens)) }

    private init(_ tokens: [Token], looks: [UInt64: [String: Set<EthereumAddress?>]]) {
        var places: [Place: Token] = [:]
        for token in tokens { places[Place(token)] = token }
        self.tokens = Mutex(places)
        self.looks = looks
        keeper = nil
    }

    /// Creates a book with the trusted tokens and those stored in `keeper`, which also stores added tokens.
    public init(keptBy keeper: any TokenStore) throws(JournalError) {
        tokens = Mutex([:])
        looks = Self.trustedLooks
        self.keeper = keeper
        try read()
    }

    /// Takes over what any process has changed in the store.
    ///
    /// - Returns: Whether another process has changed the tokens.
    @discardableResult package func read() throws(JournalError) -> Bool {
        guard let keeper else { return false }
        let (version, earlier) = (try keeper.version(), seen.withLock { $0 })
        guard earlier.version != version else { return false }
        let stored = try keeper.load() + unwritten.withLock { Array($0.values) }
        seen.withLock { $0 = (version, stored) }
        // Most changes of the store are of something else.
        guard earlier.version == nil || stored != earlier.added else { return false }
        var (places, names): ([Place: Token], [Place: String]) = ([:], [:])
        for added in stored { names[Place(added.token)] = added.site }
        // A trusted token takes precedence over a stored one.
        for token in stored.map(\.token) + KnownTokens.all { places[Place(token)] = token }
        let isNews = tokens.withLock { known in
            defer { known = places }
            return known != places
        }
        sites.withLock { $0 = names }
        return isNews
    }

    /// The token of the contract at `address`; `nil` if it is not known.
    public func token(_ address: EthereumAddress, on chainID: UInt64) -> Token? {
        tokens.withLock { $0[Place(address, on: chainID)] }
    }

    /// Adds a token, such as one that a site asked the user to add; if it cannot be stored, it is known until the
    /// program ends.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - site: The name of the site that asked for it; `nil` if the user named it.
    /// - Returns: Whether it was added: trusted tokens cannot be redefined.
    @discardableResult public func add(_ token: Token, askedBy site: String? = nil) async -> Bool {
        let place = Place(token)
        let isNew = tokens.withLock { tokens in
            guard tokens[place]?.isVouchedFor != true else { return false }
            tokens[place] = token
            return true
        }
        guard isNew else { return false }
        sites.withLock { $0[place] = site }
        seen.withLock { $0.version = nil }
        guard let keeper else { return true }
        unwritten.withLock { $0[place] = AddedToken(token, site: site) }
        if (try? await keeper.keep(AddedToken(token, site: site))) != nil { unwritten.withLock { $0[place] = nil } }
        return true
    }

    /// Removes a token that the user added; a trusted one stays.
    ///
    /// - Returns: Whether it was removed; the change is on disk then.
    /// - Throws: Why it could not be removed.
    @discardableResult public func remove(
        _ address: EthereumAddress, on chainID: UInt64
    ) async throws(JournalError) -> Bool {
        let place = Place(address, on: chainID)
        guard tokens.withLock({ $0[place].map { !$0.isVouchedFor } ?? false }) else { return false }
        try await keeper?.remove(address, on: chainID)
        seen.withLock { $0.version = nil }
        unwritten.withLock { $0[place] = nil }
        tokens.withLock { $0[place] = nil }
        sites.withLock { $0[place] = nil }
        return true
    }

    /// The tokens that the user added, by chain and symbol.
    public var added: [AddedToken] {
        let sites = sites.withLock { $0 }
        return all.filter { !$0.isVouchedFor }
            .sorted {
                ($0.chainID, $0.symbol, $0.address.description) < ($1.chainID, $1.symbol, $1.address.description)
            }
            .map { AddedToken($0, site: sites[Place($0)]) }
    }

    /// Whether `token` has the symbol of a trusted token of its chain, or of the chain's coin, or one that looks the same.
    package func isNamesake(_ token: Token) -> Bool {
        isNamesake(token.symbol, of: token.address, on: token.chainID)
    }

    /// Whether the contract at `address` is not the trusted token with the symbol `symbol`, or with one that looks the same.
    package func isNamesake(_ symbol: String, of address: EthereumAddress, on chainID: UInt64) -> Bool {
        guard let owners = looks[chainID]?[Self.look(symbol)] else { return false }
        return !owners.contains(address)
    }

    private static let trustedLooks = looks(of: KnownTokens.all)

    private static func look(_ symbol: String) -> String { HostSkeleton.of(Token.unescaped(symbol).lowercased()) }

    private static func looks(of tokens: [Token]) -> [UInt64: [String: Set<EthereumAddress?>]] {
        var looks: [UInt64: [String: Set<EthereumAddress?>]] = [:]
        for token in tokens where token.isVouchedFor {
            let (chain, look) = (token.chainID, look(token.symbol))
            looks[chain, default: [:]][look, default: []].insert(token.address)
        }
        for chain in Chain.wellKnown where chain.isWellKnown {
            looks[chain.id, default: [:]][look(chain.symbol), default: []].insert(nil)
        }
        return looks
    }

    /// All tokens, in no particular order.
    public var all: [Token] { tokens.withLock { Array($0.values) } }
}
