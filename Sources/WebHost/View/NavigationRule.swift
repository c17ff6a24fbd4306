import Bridge

/// Decides where a view may go, on addresses as WebKit has normalised them.
public protocol NavigationRule: Sendable {
    /// What becomes of a step to `url`.
    func verdict(on url: String) -> NavigationVerdict

    /// What becomes of `url` where it shall have a new window, which no page gets here.
    func verdict(onNewWindow url: String) -> NavigationVerdict
}

extension NavigationRule {
    /// Where the view itself may go, another program may show it.
    public func verdict(onNewWindow url: String) -> NavigationVerdict {
        let verdict = verdict(on: url)
        guard case .allow = verdict else { return verdict }
        return .leave(scheme: DappRule.scheme(of: url) ?? "")
    }
}

/// What becomes of a step to another address.
public enum NavigationVerdict: Hashable, Sendable {
    /// The view goes there.
    case allow

    /// Fine inside a frame, refused for the view itself: what has no origin of its own.
    case allowInFrames

    /// Refused; the sentence says why.
    case refuse(String)

    /// Not for this view; another program may take it, when the user wants it.
    case leave(scheme: String)

    /// The same, where the user has followed a link to it; refused where a script, a form or a redirect leads there.
    case leaveByLink(scheme: String)
}

/// Where a dapp may go: anywhere on the web, and nowhere else.
public struct DappRule: NavigationRule {
    /// Creates the rule.
    public init() {}

    /// `http` and `https` stay; what reads or runs local things is refused; other schemes may leave.
    public func verdict(on url: String) -> NavigationVerdict {
        guard let scheme = Self.scheme(of: url) else { return .refuse("This is not an address.") }
        switch scheme {
        case "http", "https":
            if (try? Origin(ofURL: url)) != nil { return .allow }
            return .refuse("This form of address is not safe.")
        case "about", "data", "blob":
            return .allowInFrames
        default:
            return Self.local.contains(scheme)
                ? .refuse("Pages cannot open this kind of address.") : .leave(scheme: scheme)
        }
    }

    /// Schemes that reach into this machine, run code, or hand the system something to execute.
    private static let local: Set<String> = [
        "file", "javascript", "vbscript", "view-source", "resource", "webkit", "webkit-extension", "inspector",
        "filesystem", "jar", "ftp", "sftp", "ssh", "smb", "nfs", "dav", "davs", "afp", "mtp", "admin", "trash",
        "recent", "computer", "network", "burn", "gvfs", "help", "ghelp", "man", "info", "apt", "ms-settings",
    ]

    /// The scheme of `url` (RFC 3986, section 3.1) in lower case.
    static func scheme(of url: String) -> String? {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        // ASCII only: other letters may have one of ASCII as their lower case.
        guard url[..<colon].utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let scheme = url[..<colon].lowercased()
        guard let first = scheme.utf8.first, first &- 0x61 < 26, scheme.utf8.count <= 64,
            scheme.utf8.allSatisfy({ $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || "+-.".utf8.contains($0) })
        else { return nil }
        return scheme
    }
}
