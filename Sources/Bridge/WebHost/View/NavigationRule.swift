import Bridge
import Messages

/// Decides where a view may navigate, based on URLs as normalized by WebKit.
public protocol NavigationRule: Sendable {
    /// The verdict on a navigation to `url`.
    func verdict(on url: String) -> NavigationVerdict

    /// The verdict on opening `url` in a new window, which pages do not get here.
    func verdict(onNewWindow url: String) -> NavigationVerdict
}

extension NavigationRule {
    /// A URL that the view may load can be opened in another program.
    public func verdict(onNewWindow url: String) -> NavigationVerdict {
        let verdict = verdict(on: url)
        guard case .allow = verdict else { return verdict }
        return .leave(scheme: DappRule.scheme(of: url) ?? "")
    }
}

/// The verdict on a navigation.
public enum NavigationVerdict: Hashable, Sendable {
    /// The view loads the URL.
    case allow

    /// Allowed in a frame, refused for the view itself: URLs without an origin of their own.
    case allowInFrames

    /// Refused; the sentence gives the reason.
    case refuse(String)

    /// Not loaded in the view; another program may open it if the user agrees.
    case leave(scheme: String)

    /// The same if the user clicked a link to it; refused for scripts, forms and redirects.
    case leaveByLink(scheme: String)
}

/// The rule for dapps: they may navigate anywhere on the web, and nowhere else.
public struct DappRule: NavigationRule {
    /// Creates the rule.
    public init() {}

    /// Allows `http` and `https`, refuses schemes that read or run local content, and offers other schemes to other
    /// programs.
    public func verdict(on url: String) -> NavigationVerdict {
        guard let scheme = Self.scheme(of: url) else { return .refuse(localized("This is not a valid URL.")) }
        switch scheme {
        case "http", "https":
            if (try? Origin(ofURL: url)) != nil { return .allow }
            return .refuse(localized("This URL is not safe."))
        case "about", "data", "blob":
            return .allowInFrames
        default:
            return Self.local.contains(scheme)
                ? .refuse(localized("Pages cannot open this kind of URL.")) : .leave(scheme: scheme)
        }
    }

    /// Schemes that access local content, run code, or make the system execute something.
    private static let local: Set<String> = [
        "file", "javascript", "vbscript", "view-source", "resource", "webkit", "webkit-extension", "inspector",
        "filesystem", "jar", "ftp", "sftp", "ssh", "smb", "nfs", "dav", "davs", "afp", "mtp", "admin", "trash",
        "recent", "computer", "network", "burn", "gvfs", "help", "ghelp", "man", "info", "apt", "ms-settings",
    ]

    /// The scheme of `url` (RFC 3986, section 3.1) in lower case.
    package static func scheme(of url: String) -> String? {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        // ASCII only: the lower case of other letters may be an ASCII letter.
        guard url[..<colon].utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let scheme = url[..<colon].lowercased()
        guard let first = scheme.utf8.first, first &- 0x61 < 26, scheme.utf8.count <= 64,
            scheme.utf8.allSatisfy({ $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || "+-.".utf8.contains($0) })
        else { return nil }
        return scheme
    }
}
