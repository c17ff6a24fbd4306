internal import Messages

/// What is wrong with the file or folder of a vault.
public enum FileFault: Hashable, Sendable {
    /// It is a symbolic link.
    case link

    /// It is not a regular file or not a folder.
    case otherKind

    /// It belongs to another user.
    case otherOwner

    /// Other users may read or write it.
    case openToOthers

    /// It is larger than any vault.
    case tooLarge

    /// Something with this name already exists.
    case exists

    /// It does not exist.
    case missing

    /// A sentence for the user.
    public var sentence: String {
        switch self {
        case .link: localized("The wallet file or its folder is a symbolic link, which is not allowed.")
        case .otherKind: localized("The wallet file is not a regular file, or its folder is not a folder.")
        case .otherOwner: localized("The wallet file or its folder belongs to another user.")
        case .openToOthers:
            localized(
                """
                Other users can read or write the wallet file or its folder: allow only yourself (chmod 600, or \
                700 for the folder).
                """)
        case .tooLarge: localized("The file is too large to be a wallet.")
        case .exists: localized("A wallet file with this name already exists.")
        case .missing: localized("The wallet file does not exist.")
        }
    }
}
