public import Bridge

extension WebView {
    /// Leads the page that asked for something to `url`, where the answer is.
    ///
    /// - Returns: Whether it was: only to an address of the page's own origin, by `https` or on this machine, and only
    ///   while the view shows a page of that origin.
    @discardableResult public func comeBack(to url: String, for page: Origin) -> Bool {
        guard let target = try? Origin(ofURL: url), target == page, origin == page, !target.isExposed else {
            return false
        }
        load(url)
        return true
    }

    /// Whether the app takes `url` over, so that the view does not go there.
    func handsOver(_ url: String, hasGesture: Bool, page: Origin?) -> Bool {
        guard let handOver = options.handOver, handOver.takes(url) else { return false }
        guard hasGesture else {
            refuse("The page tried to open \(named(url)) without a click. It was blocked.")
            return true
        }
        guard !isHandingOver else {
            refuse("The page tried to open \(named(url)) while another question is open. It was blocked.")
            return true
        }
        isHandingOver = true
        let departure = Departure(url: url, scheme: DappRule.scheme(of: url) ?? "", page: page)
        Task { [weak self] in
            guard let self else { return }
            await handOver.take(departure, self)
            isHandingOver = false
        }
        return true
    }
}
