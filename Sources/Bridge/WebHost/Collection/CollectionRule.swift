import Bridge
import Messages

/// The navigation rule of data-collection forms: only their own host.
struct CollectionRule: NavigationRule {
    let address: FormAddress

    func verdict(on url: String) -> NavigationVerdict {
        if address.covers(url) { return .allow }
        return elsewhere(url)
    }

    /// Even pages of its own host open in another program: terms and conditions are read next to the form, not instead
    /// of it.
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

    /// The origins from which a form may load resources (CSP Level 3): only its service, so that typed data cannot leak
    /// through an image or a request.
    ///
    /// The page may contain inline scripts and `eval`: this policy restricts where data goes, not what scripts do.
    /// Workers are disabled because they have their own policy. Frames and forms are restricted by ``verdict(on:)``,
    /// because WebKit blocks what this policy forbids without a message.
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
