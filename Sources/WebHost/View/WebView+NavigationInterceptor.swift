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

    /// Whether the app handles `url`, so that the view does not load it.
    func intercepts(_ url: String, hasGesture: Bool, page: Origin?) -> Bool {
        guard let interceptor = options.interceptor, interceptor.takes(url) else { return false }
        guard hasGesture else {
            refuse(localized("The page tried to open \(named(url), as: "address") without a click. It was blocked."))
            return true
        }
        guard !isHandingOver else {
            refuse(
                localized(
                    """
                    The page tried to open \(named(url), as: "address") while another question is open. It was \
                    blocked.
                    """))
            return true
        }
        isHandingOver = true
        let navigation = ExternalNavigation(url: url, scheme: DappRule.scheme(of: url) ?? "", page: page)
        Task { [weak self] in
            guard let self else { return }
            await interceptor.take(navigation, self)
            isHandingOver = false
        }
        return true
    }
}
