internal import Ethereum
internal import BigInt

/// A structured message of a type that the wallet does not know, which only states something.
///
/// It has texts, times, choices and IDs: no amount, no bytes that stand for something else, and nothing that logs in,
/// makes a key, or lets others act. A message that gives the same signature each time does not count, because its
/// signature can be a key.
struct Statement {
    /// All addresses in it.
    private(set) var addresses: [EthereumAddress] = []

    private var isFresh = false

    /// Whether it takes back orders, by the name of its type: it may then name them by hashes and numbers.
    let isCancellation: Bool

    /// `nil` if the message may be more.
    init?(_ data: TypedData) {
        isCancellation = Self.cancellations.contains { data.primaryType.hasPrefix($0) }
        guard isCancellation || !Self.isLoaded(data.primaryType), add(DescribedValue(data.message), name: ""),
            isFresh || isCancellation
        else { return nil }
    }

    /// Adds a part; false if it may do something.
    private mutating func add(_ value: DescribedValue, name: String, depth: Int = 0) -> Bool {
        guard depth < 16 else { return false }
        switch value {
        case .record(let members):
            for member in members where !add(member.value, name: member.name, depth: depth + 1) { return false }
            return true
        case .list(let values):
            for value in values where !add(value, name: name, depth: depth + 1) { return false }
            return true
        case .bool: return !ArgumentRoles.isGrant(value, name: name)
        case .bytes(let bytes):
            if isCancellation, Self.parties.contains(name.lowercased()) {
                guard bytes.count >= 20, let account = try? EthereumAddress(bytes: bytes.prefix(20)) else {
                    return false
                }
                addresses.append(account)
                return true
            }
            return isCancellation || bytes.allSatisfy { $0 == 0 }
        case .string(let text) where isCancellation:
            guard let account = try? EthereumAddress(text) else {
                return text.utf8.count <= Self.longestName && !text.contains(" ")
            }
            addresses.append(account)
            return true
        case .string(let text):
            guard !Self.isLoaded(name) else { return false }
            return !Self.isLoaded(text) || isProse(text)
        case .address(let address):
            if !address.isZero { addresses.append(address) }
            // The account itself; another address in its place is a recipient that the user does not know.
            return isCancellation || Self.holders.contains(name.lowercased()) || !Self.isLoaded(name)
        case .number(let number):
            if number == 0 { return true }
            let name = name.lowercased()
            if isCancellation { return !ArgumentRoles.isAmount(name) }
            if ArgumentRoles.isAmount(name) || Self.isLoaded(name) { return false }
            if Self.fresh.contains(where: name.contains) {
                isFresh = true
                return true
            }
            return name.hasSuffix("id") || Self.plain.contains(where: name.contains)
        }
    }

    /// Whether a text is one for people, which says as a personal message what it is for; terms of use, for example.
    private mutating func isProse(_ text: String) -> Bool {
        guard text.split(whereSeparator: \.isWhitespace).count >= Self.fewestWords else { return false }
        let compact = PlainText.compact(text)
        guard !["0x", "://", "www."].contains(where: { PlainText.count(of: $0, in: compact) > 0 }) else { return false }
        let words = MessageWords(of: text, linkedHosts: [])
        isFresh = isFresh || words.isFresh
        return words.use == nil && !words.signsIn && words.hosts.isEmpty
    }

    private static let fewestWords = 8

    /// How the types of messages begin that take back orders, and their members that contain an account as bytes.
    private static let cancellations = ["CancelOrder", "CancelOrders", "Cancellation", "CancelAll", "OrderCancel"]
    private static let parties: Set<String> = ["sender", "maker", "trader", "account", "subaccount", "owner", "user"]
    private static let longestName = 80

    /// Names of members that contain the account that signs.
    private static let holders: Set<String> = [
        "wallet", "walletaddress", "account", "accountaddress", "signer", "signeraddress", "owner", "useraddress",
    ]

    /// Parts of the names of numbers that differ each time, and of those that are harmless.
    private static let fresh = ["nonce", "time", "issued", "created"]
    private static let plain = [
        "deadline", "expir", "valid", "until", "start", "end", "version", "support", "choice", "index", "count",
        "score",
        "rating", "vote",
    ]

    /// Whether a text has a word that makes a message more than a statement.
    private static func isLoaded(_ text: String) -> Bool {
        let text = PlainText.compact(text)
        return loaded.contains { PlainText.count(of: $0, in: text) > 0 }
    }

    private static let loaded = [
        "permit", "approv", "order", "transfer", "deleg", "authoriz", "authoris", "authority", "authent", "withdraw",
        "deposit", "swap", "trade",
        "bid", "offer", "listing", "sell", "sale", "buy", "purchase", "mint", "burn", "claim", "key", "session",
        "agent",
        "signer", "owner", "upgrade", "execut", "transact", "forward", "relay", "intent", "pay", "spen", "allow",
        "grant",
        "role", "recover", "batch", "loan", "borrow", "lend", "stak", "vault", "bridge", "redeem", "login", "signin",
        "logon", "verif", "otp", "seed", "mnemonic", "derive", "generat", "encrypt", "decrypt", "private", "secret",
        "unlock", "onlysign", "stark", "dispatcher", "operator", "admin", "wallet", "account", "link", "connect",
        "call",
        "token", "asset", "nft", "fund", "0x", "://", "www",
    ]
}
