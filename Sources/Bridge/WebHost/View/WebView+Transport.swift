import Logging

extension WebView {
    /// Whether the web processes of `profile` load the module; if not, the log says why, once.
    static func canUseSocket(_ profile: Profile, _ options: Options) -> Bool {
        guard case .missing(let reason) = profile.module else { return true }
        if !profile.hasLoggedModule {
            profile.hasLoggedModule = true
            options.log.notice("Pages use WebKit's reply handles instead of sockets: \(reason)")
        }
        return false
    }

    /// The transport that the current document uses; `nil` before it has sent a message.
    package var transportInUse: Options.Transport? {
        guard let document else { return nil }
        return (transport as? SocketTransport)?.hasSocket(document) == true ? .socket : .reply
    }

    /// Opens a connection as if the web process had asked for it: a test can send anything through it.
    ///
    /// - Returns: The page's end, which the caller owns; `nil` if it can have no other, or without
    ///   ``Options/Transport/socket``.
    package func openSocket() -> Int32? { (transport as? SocketTransport)?.connect() }
}
