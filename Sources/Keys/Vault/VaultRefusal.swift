/// Why a change of a vault's contents was refused.
public enum VaultRefusal: Hashable, Sendable {
    /// An account with this number is there already.
    case accountExists

    /// There is no account with this number.
    case noSuchAccount

    /// There are as many accounts as a vault can hold.
    case tooManyAccounts

    /// A vault of one imported key has one account.
    case singleKey

    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .accountExists: "This account is there already."
        case .noSuchAccount: "There is no such account."
        case .tooManyAccounts: "This wallet cannot hold more accounts."
        case .singleKey: "A wallet of a single imported key has one account."
        }
    }
}
