public import Bridge
import Messages

extension WebView {
    /// Navigates the page that made a request to `url`, which has the response.
    ///
    /// - Returns: Whether it did: only to a URL of the page's own origin, with `https` or on localhost, and only while
    ///   the view shows a page of that origin.
    @discardableResult public func comeBack(to url: String, for page: Origin) -> Bool {
        guard let target = try? Origin(ofURL: url), target == page, origin == page, !target.isExposed else {
            return false
        }
        load(url)
        return true
    }

    /// Whether the page may ask the user about opening something: one question for each gesture, of whatever kind, and one
    /// at a time; a refusal is reported.
    ///
    /// - Parameters:
    ///   - address: What it would open, as ``named(_:)`` gives it; `nil` for files of the user.
    ///   - isHandled: Whether the app handles it, with questions of its own: assistive technology clicks without a press that is
    ///     seen, so its clicks cannot be told apart, and each of them counts then.
    /// - Returns: Whether it may.
    package func mayAsk(_ address: String?, isHandled: Bool = false) -> Bool {
        guard !isAsking else {
            refuse(
                address.map {
                    localized(
                        """
                        The page tried to open \($0, as: "address") while another question is open. It was blocked.
                        """)
                } ?? localized("The page asked for a file while another question is open. It was blocked."))
            return false
        }
        guard gesture.spend() || isHandled && !gesture.wasPressed else {
            refuse(
                address.map {
                    localized(
                        """
                        The page asked a second time with one click: it tried to open \($0, as: "address"). It was blocked.
                        """)
                } ?? localized("The page asked a second time with one click: for a file. It was blocked."))
            return false
        }
        return true
    }

    /// Whether the app handles `url`, so that the view does not load it.
    func intercepts(_ url: String, hasGesture: Bool, page: Origin?, isTyped: Bool = false) -> Bool {
        guard let interceptor = options.interceptor, interceptor.takes(url) else { return false }
        guard hasGesture else {
            refuse(localized("The page tried to open \(named(url), as: "address") without a click. It was blocked."))
            return true
        }
        // What the user has typed is not the page's.
        guard isTyped || mayAsk(named(url), isHandled: true) else { return true }
        isAsking = true
        let navigation = ExternalNavigation(url: url, scheme: DappRule.scheme(of: url) ?? "", page: page)
        Task { [weak self] in
            guard let self else { return }
            await interceptor.take(navigation, self)
            isAsking = false
            gesture.settle()
        }
        return true
    }
}
