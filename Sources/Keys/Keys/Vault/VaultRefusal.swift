internal import Messages

/// Why a change of a vault's contents was refused.
public enum VaultRefusal: Hashable, Sendable {
    /// An account with this index already exists.
    case accountExists

    /// There is no account with this index.
    case noSuchAccount

    /// The vault has the maximum number of accounts.
    case tooManyAccounts

    /// A vault of one imported key has only one account.
    case singleKey

    /// Another wallet of the folder has this name.
    case nameTaken

    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .accountExists: localized("This account already exists.")
        case .noSuchAccount: localized("This account does not exist.")
        case .tooManyAccounts: localized("This wallet cannot hold more accounts.")
        case .singleKey: localized("A wallet of a single imported key has one account.")
        case .nameTaken: localized("You already have a wallet with this name. Choose another name.")
        }
    }
}
