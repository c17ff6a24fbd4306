import Bridge
import Messages

/// Where a data-collection form may go: nowhere but on its own host.
struct CollectionRule: NavigationRule {
    let address: FormAddress

    func verdict(on url: String) -> NavigationVerdict {
        if address.covers(url) { return .allow }
        return elsewhere(url)
    }

    /// Also its own pages leave for a new window: terms and conditions are read beside the form, not in its place.
    func verdict(onNewWindow url: String) -> NavigationVerdict {
        if address.covers(url) { return .leaveByLink(scheme: address.origin.scheme) }
        return elsewhere(url)
    }

    private func elsewhere(_ url: String) -> NavigationVerdict {
        guard let scheme = DappRule.scheme(of: url) else { return .refuse(localized("This is not a valid URL.")) }
        switch scheme {
        case "http", "https":
            if (try? Origin(ofURL: url)) != nil { return .leaveByLink(scheme: scheme) }
            return .refuse(localized("This URL is not safe."))
        case "about" where url == "about:blank" || url == "about:srcdoc":
            return .allowInFrames
        default:
            return .refuse(localized("Forms cannot open this kind of URL."))
        }
    }

    /// What a form may load beside its pages (CSP Level 3): from its service and from nowhere else, so that what is
    /// typed cannot leave by an image or a request.
    ///
    /// Scripts may stand in the page, and text may become code: this is about where things go, not about what they do.
    /// Workers are off because they would bring a policy of their own. Frames and forms go where ``verdict(on:)`` lets
    /// them: what this policy stops is stopped without a word.
    var contentPolicy: String {
        let service = address.sources.joined(separator: " ")
        let own = address.origin.description
        return [
            "default-src \(service)", "script-src \(service) 'unsafe-inline' 'unsafe-eval'",
            "style-src \(service) 'unsafe-inline'", "img-src \(service) data: blob:", "font-src \(service) data:",
            "media-src \(service) data: blob:", "connect-src \(service)", "frame-src *", "base-uri \(own)",
            "object-src 'none'", "worker-src 'none'", "manifest-src 'none'",
        ].joined(separator: "; ")
    }
}
