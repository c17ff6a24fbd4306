import Bridge
import CWebKit
import GLibKit
import Logging
import Messages

/// Why a view does not load a URL that its ``NavigationRule`` allows.
public struct LoadObstacle: Hashable, Sendable {
    /// The reason, in one or several sentences.
    public let reason: String

    /// Whether the user may decide to load it anyway.
    public let isAdvice: Bool

    /// What the user can do, in one or several sentences, if pages of every site have this obstacle.
    public internal(set) var help: String?

    /// The reason, and what the user can do.
    var sentences: String { [reason, help].compactMap(\.self).joined(separator: " ") }

    /// Creates an obstacle.
    public init(_ reason: String, isAdvice: Bool) {
        self.reason = reason
        self.isAdvice = isAdvice
    }

    /// The obstacle for an onion service while no SOCKS5 proxy is set: the name servers of the system, or a web proxy,
    /// would learn its name (RFC 7686).
    static func onion(_ origin: Origin, through proxy: WebProxy?) -> LoadObstacle? {
        let host = origin.host.hasSuffix(".") ? String(origin.host.dropLast()) : origin.host
        guard host == "onion" || host.hasSuffix(".onion"), blocksOnions(through: proxy) else { return nil }
        return LoadObstacle(
            localized(
                "Onion services are reached through Tor only. Set Tor’s SOCKS5 proxy under “Proxy…” in the menu."),
            isAdvice: false)
    }
}

extension LoadObstacle {
    /// Whether onion services cannot be reached through `proxy`.
    static func blocksOnions(through proxy: WebProxy?) -> Bool {
        if case .socks5? = proxy { false } else { true }
    }
}

extension WebView {
    /// Lets the pages of this view load from onion services only while a SOCKS5 proxy is set.
    func filterOnions() {
        guard let manager = webkit_web_view_get_user_content_manager(widget.pointer) else { return }
        profile.onions.apply(LoadObstacle.blocksOnions(through: profile.proxy), to: manager)
    }

    /// Whether `url` is loaded later, because what its page loads cannot be filtered yet.
    func waits(for url: String) -> Bool {
        guard !waitsForSandbox(url) else { return true }
        guard !profile.onions.isReady else { return false }
        awaited = url
        profile.onions.whenReady { [weak self] in
            guard let self, let url = awaited else { return }
            awaited = nil
            load(url)
        }
        return true
    }

    /// Loads `url` although there is a ``LoadObstacle`` that the user may ignore; its host has none in this view from now
    /// on.
    public func loadAnyway(_ url: String) {
        if let origin = try? Origin(ofURL: url) { ignored.insert(origin.host) }
        load(url)
    }

    /// Why `url` is not loaded; `nil` if it may be.
    func obstacle(to url: String) -> LoadObstacle? {
        guard let origin = try? Origin(ofURL: url) else { return nil }
        if let obstacle = LoadObstacle.onion(origin, through: profile.proxy) { return obstacle }
        guard let obstacle = findObstacle?(origin), !obstacle.isAdvice || !ignored.contains(origin.host) else {
            return nil
        }
        return obstacle
    }

    /// Whether a navigation is held back, which the user or the log is told.
    ///
    /// WebKit does not report which frame navigates. The user is asked only about what the user or the load of the view
    /// itself leads to; anything else is reported as refused, so that a page cannot ask on its own.
    func holdsBack(_ url: String, hasGesture: Bool) -> Bool {
        guard let obstacle = obstacle(to: url) else { return false }
        if hasGesture || progress.isUncertain {
            options.log.notice("A page was not opened: \(RPCError.quoted(obstacle.reason))")
            onEvent?(.held(url: url, obstacle))
        } else {
            refuse(
                localized(
                    """
                    The page tried to open \(named(url), as: "address"). It was blocked. \(obstacle.reason, as: "reason")
                    """))
        }
        return true
    }
}
