import Bridge

/// Why a program cannot show the pages of a folder.
public enum BridgeAppError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such folder.
    case noFolder(String)
    /// There is no such file in the folder, or it may not be served.
    case noPage(String, folder: String)
    /// The content security policy cannot be the value of a header field.
    case policy

    /// The error as one sentence.
    public var description: String {
        switch self {
        case .noFolder(let folder): "There is no folder “\(VisibleText.of(folder))”."
        case .noPage(let page, let folder):
            "There is no file “\(VisibleText.of(page))” in the folder “\(VisibleText.of(folder))”."
        case .policy: "The content security policy contains a line break or another control character."
        }
    }
}
