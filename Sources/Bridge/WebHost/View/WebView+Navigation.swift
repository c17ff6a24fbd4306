import Bridge
import CWebKit
import GLibKit
import Messages

/// Decides natively where pages may navigate and what they may use.
extension WebView {
    func followNavigation() {
        connectPolicy()
        connectCreate()
        Signal.connect(widget.pointer, "permission-request") { (request: gpointer?) -> Bool in
            webkit_permission_request_deny(OpaquePointer(request))
            return true
        }
        Signal.connect(widget.pointer, "authenticate") { [weak self] (request: gpointer?) -> Bool in
            if let request { self?.answer(request.assumingMemoryBound(to: WebKitAuthenticationRequest.self)) }
            return true
        }
        Signal.connect(widget.pointer, "print") { [weak self] (_: gpointer?) -> Bool in
            self?.refuse(localized("The page tried to print. Drawbridge does not support that."))
            return true
        }
        Signal.connect(widget.pointer, "load-failed") { [weak self] (_: Int32, url, error) -> Bool in
            self?.fail(url, error)
            // Handled: otherwise WebKit would show an error page under the failed address, as if it came from there.
            return true
        }
        Signal.connect(widget.pointer, "load-failed-with-tls-errors") { [weak self] (url, _, faults: Int32) -> Bool in
            self?.failCertificate(url, CertificateFaults(rawValue: faults))
            return true
        }
    }

    /// Continues without the certificate that a server would take from its clients, and ends what needs a password.
    ///
    /// A server that insists on a certificate ends the connection itself.
    private func answer(_ request: UnsafeMutablePointer<WebKitAuthenticationRequest>) {
        switch webkit_authentication_request_get_scheme(request) {
        case WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_REQUESTED:
            progress.wantsCertificate = true
            webkit_authentication_request_authenticate(request, nil)
        default:
            webkit_authentication_request_cancel(request)
            refuse(localized("The server asks for a password. Drawbridge does not support that."))
        }
    }

    private func connectPolicy() {
        typealias Body = @MainActor (UnsafeMutablePointer<WebKitPolicyDecision>, WebKitPolicyDecisionType) -> Bool
        let trampoline:
            @convention(c) (gpointer?, UnsafeMutablePointer<WebKitPolicyDecision>, WebKitPolicyDecisionType, gpointer?)
                -> gboolean = { _, decision, type, data in
                    let body: Body = SignalBox<Body>.body(in: data)
                    // Unsafe because pointers are not Sendable; GLib calls on the main thread, where the body runs.
                    nonisolated(unsafe) let decision = decision
                    return MainActor.assumeIsolated { body(decision, type) } ? 1 : 0
                }
        let body: Body = { [weak self] decision, type in
            guard let self, decide(decision, type) else {
                webkit_policy_decision_ignore(decision)
                return true
            }
            webkit_policy_decision_use(decision)
            return true
        }
        Signal.attach(widget.pointer, "decide-policy", Signal.erase(trampoline), body)
    }

    private func decide(
        _ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ type: WebKitPolicyDecisionType
    ) -> Bool {
        // The process that asks exists, and has nothing of the page yet: neither before the request nor before its answer.
        if type == WEBKIT_POLICY_DECISION_TYPE_RESPONSE { return decideResponse(decision.cast()) }
        let navigation: UnsafeMutablePointer<WebKitNavigationPolicyDecision> = decision.cast()
        guard let action = webkit_navigation_policy_decision_get_navigation_action(navigation) else { return false }
        let isNewWindow = type == WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION
        // A new window is decided when WebKit asks to create it.
        if isNewWindow { return true }
        if endBeginning() { return false }
        let url = Self.url(of: action)
        progress.isRepeatable = Self.isRepeatable(action)
        if isUnconfined(url, isAsked: true, mustRun: false) { return false }
        let hasGesture = webkit_navigation_action_is_user_gesture(action) != 0
        if intercepts(url, hasGesture: hasGesture, page: origin) { return false }
        if webkit_navigation_action_get_navigation_type(action) == WEBKIT_NAVIGATION_TYPE_BACK_FORWARD {
            progress.isHistoric = true
        }
        switch options.navigation.verdict(on: url) {
        case .allow, .allowInFrames:
            return !holdsBack(url, hasGesture: hasGesture)
        case .refuse(let reason):
            refuse(localized("\(reason, as: "reason") The page tried to open \(named(url), as: "address")."))
            return false
        case .leave(let scheme):
            leave(url, scheme: scheme, hasGesture: hasGesture)
            return false
        case .leaveByLink(let scheme):
            leaveByLink(url, scheme: scheme, action)
            return false
        }
    }

    /// Only a link may navigate to `url`: a script or a form of the page may not, even if the user's click triggered
    /// it.
    private func leaveByLink(_ url: String, scheme: String, _ action: OpaquePointer) {
        let hasGesture = webkit_navigation_action_is_user_gesture(action) != 0
        guard Self.isLink(action) || !hasGesture else {
            return refuse(
                localized(
                    """
                    The page tried to open \(named(url), as: "address") in another way than by a link. It was blocked.
                    """))
        }
        leave(url, scheme: scheme, hasGesture: hasGesture)
    }

    /// Whether the user has followed a link that did not redirect.
    private static func isLink(_ action: OpaquePointer) -> Bool {
        webkit_navigation_action_get_navigation_type(action) == WEBKIT_NAVIGATION_TYPE_LINK_CLICKED
            && webkit_navigation_action_is_user_gesture(action) != 0
            && webkit_navigation_action_is_redirect(action) == 0
    }

    /// Only the response shows whether the navigation is for the view itself.
    private func decideResponse(_ decision: UnsafeMutablePointer<WebKitResponsePolicyDecision>) -> Bool {
        let isMain = webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0
        let url =
            webkit_uri_request_get_uri(webkit_response_policy_decision_get_request(decision))
            .map { String(cString: $0) } ?? ""
        // Another process than the one that asked before the request may have been started for the page.
        if isUnconfined(url, isAsked: true) { return false }
        if isMain, case .allowInFrames = options.navigation.verdict(on: url) {
            refuse(
                localized(
                    "The page tried to open \(named(url), as: "address"), which has no origin. It was blocked."))
            return false
        }
        let response = webkit_response_policy_decision_get_response(decision)
        let status = webkit_uri_response_get_status_code(response)
        if isMain, !options.showsErrorPages, status >= 400 {
            onEvent?(
                .failed(url: url, reason: localized("The server returned error \(status, as: "status").")))
            return false
        }
        if isMain, !options.showsErrorPages, !Self.isPage(response) {
            onEvent?(.failed(url: url, reason: localized("The response is not a web page.")))
            return false
        }
        guard webkit_response_policy_decision_is_mime_type_supported(decision) != 0 else {
            refuse(localized("A download from \(named(url), as: "address") was blocked."))
            return false
        }
        return !isAttachment(response, url)
    }

    /// Whether a response is HTML, or does not say what it is.
    private static func isPage(_ response: UnsafeMutablePointer<WebKitURIResponse>?) -> Bool {
        guard let type = webkit_uri_response_get_mime_type(response).map({ String(cString: $0) }) else { return true }
        return ["", "text/html", "application/xhtml+xml"].contains(type.lowercased())
    }

    private func isAttachment(_ response: UnsafeMutablePointer<WebKitURIResponse>?, _ url: String) -> Bool {
        guard let headers = webkit_uri_response_get_http_headers(response) else { return false }
        var kind: UnsafeMutablePointer<CChar>?
        guard soup_message_headers_get_content_disposition(headers, &kind, nil) != 0 else { return false }
        defer { g_free(kind) }
        guard let kind, String(cString: kind).lowercased() == "attachment" else { return false }
        refuse(localized("A download from \(named(url), as: "address") was blocked."))
        return true
    }

    /// Pages get no new windows; the user can open the URL in the system's browser instead.
    private func connectCreate() {
        typealias Body = @MainActor (OpaquePointer?) -> Void
        let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gpointer? = { _, action, data in
            let body: Body = SignalBox<Body>.body(in: data)
            // Unsafe because pointers are not Sendable; GLib calls on the main thread, where the body runs.
            nonisolated(unsafe) let action = action
            MainActor.assumeIsolated { body(action) }
            return nil
        }
        let body: Body = { [weak self] action in
            guard let self, let action else { return }
            let url = Self.url(of: action)
            let hasGesture = webkit_navigation_action_is_user_gesture(action) != 0
            if intercepts(url, hasGesture: hasGesture, page: origin) { return }
            switch options.navigation.verdict(onNewWindow: url) {
            case .leave(let scheme):
                leave(url, scheme: scheme, hasGesture: hasGesture)
            case .leaveByLink(let scheme):
                leaveByLink(url, scheme: scheme, action)
            case .allow, .allowInFrames, .refuse:
                refuse(
                    localized(
                        "The page tried to open a new window with \(named(url), as: "address"). It was blocked."))
            }
        }
        Signal.attach(widget.pointer, "create", Signal.erase(trampoline), body)
    }

    /// Opens `url` in another program after a gesture, if the user agrees.
    private func leave(_ url: String, scheme: String, hasGesture: Bool) {
        guard hasGesture, let mayLeave else {
            return refuse(
                localized(
                    "The page tried to open \(named(url), as: "address") without a click. It was blocked."))
        }
        // The question must show the exact URL, so the URL must be short enough.
        guard url.utf8.count <= ExternalNavigation.longest else {
            return refuse(
                localized(
                    "The page tried to open \(named(url), as: "address"), which is too long. It was blocked."))
        }
        guard mayAsk(named(url)) else { return }
        isAsking = true
        let navigation = ExternalNavigation(url: url, scheme: scheme, page: origin)
        Task {
            let mayLeave = await mayLeave(navigation)
            isAsking = false
            gesture.settle()
            guard mayLeave else { return }
            var error: UnsafeMutablePointer<GError>?
            if gtk_show_uri_on_window(nil, url, guint32(GDK_CURRENT_TIME), &error) == 0 {
                g_clear_error(&error)
                refuse(
                    localized(
                        """
                        No program opens addresses that begin with \
                        \(Quotation.of(address: "\(scheme):"), as: "scheme").
                        """))
            }
        }
    }

    private func fail(_ url: gpointer?, _ error: gpointer?) {
        let (wantsCertificate, isRepeatable) = (progress.wantsCertificate, progress.isRepeatable)
        // The load that failed may be one that another load has replaced.
        let (isReplaced, requested) = (progress.isRequested, progress.requested)
        let loadsNext = endBeginning()
        endLoad()
        guard let error = error?.assumingMemoryBound(to: GError.self).pointee else { return }
        // A load that this view stopped itself has been reported already.
        let isInterrupted =
            error.domain == webkit_policy_error_quark()
            && error.code == gint(WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE.rawValue)
        let isCancelled =
            error.domain == webkit_network_error_quark()
            && error.code == gint(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue)
        guard !isInterrupted, !isCancelled else { return }
        let address = url.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        // The next request starts another one.
        if LoadFault.isOfNetworkProcess(error) {
            if loadsNext { return }
            if isRepeatable, let again = isReplaced ? requested : address, loadAgain(again) { return }
        }
        onEvent?(.failed(url: address, reason: LoadFault.reason(error, wantsCertificate: wantsCertificate)))
    }

    private func failCertificate(_ url: gpointer?, _ faults: CertificateFaults) {
        endBeginning()
        endLoad()
        let address = url.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        onEvent?(.failed(url: address, reason: faults.description))
    }

    private static func isRepeatable(_ action: OpaquePointer) -> Bool {
        let request = webkit_navigation_action_get_request(action)
        return webkit_uri_request_get_http_method(request).map { String(cString: $0) == "GET" } ?? true
    }

    private static func url(of action: OpaquePointer) -> String {
        let request = webkit_navigation_action_get_request(action)
        return webkit_uri_request_get_uri(request).map { String(cString: $0) } ?? ""
    }
}
