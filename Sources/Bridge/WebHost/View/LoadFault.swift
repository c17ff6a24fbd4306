import CWebKit
import Messages

/// Explains in the wallet's own words why a page could not be loaded.
///
/// The libraries' messages are localized, and some contain text from the server.
enum LoadFault {
    /// Explains an error.
    ///
    /// - Parameters:
    ///   - error: WebKit's error.
    ///   - wantsCertificate: Whether the server has asked for a certificate, which it did not get.
    /// - Returns: The reason, as a sentence.
    static func reason(_ error: GError, wantsCertificate: Bool) -> String {
        if error.domain == g_resolver_error_quark() { return localized("The server was not found.") }
        if error.domain == g_io_error_quark(), let reason = reasons[error.code] { return reason }
        // What the server's end of the connection is called differs between versions.
        if wantsCertificate {
            return localized("The server requires a certificate from its visitors. Drawbridge does not support that.")
        }
        if error.domain == g_tls_error_quark() { return localized("The server does not offer a secure connection.") }
        if error.domain == webkit_network_error_quark(),
            error.code == gint(WEBKIT_NETWORK_ERROR_UNKNOWN_PROTOCOL.rawValue)
        {
            return localized("This kind of address is not supported.")
        }
        // Older versions of WebKitGTK load an empty page instead.
        if error.domain == webkit_policy_error_quark(),
            error.code == gint(WEBKIT_POLICY_ERROR_CANNOT_USE_RESTRICTED_PORT.rawValue)
        {
            return localized("The port in this address is not allowed for web pages.")
        }
        if isOfNetworkProcess(error) {
            return localized("The network process of the web engine has ended unexpectedly.")
        }
        return localized("The response was invalid.")
    }

    /// Whether the load ended with WebKit's network process: then WebKit reports an internal error, for which it has no constant.
    static func isOfNetworkProcess(_ error: GError) -> Bool {
        error.domain == g_quark_from_static_string("WebKitErrorDomain") && error.code == internalError
    }

    private static let internalError: gint = 300

    private static let reasons: [gint: String] = {
        let pairs: [(GIOErrorEnum, String)] = [
            (G_IO_ERROR_CONNECTION_REFUSED, localized("The server does not accept connections.")),
            (G_IO_ERROR_TIMED_OUT, localized("The server did not answer in time.")),
            (G_IO_ERROR_HOST_UNREACHABLE, localized("The server cannot be reached.")),
            (G_IO_ERROR_HOST_NOT_FOUND, localized("The server was not found.")),
            (G_IO_ERROR_NETWORK_UNREACHABLE, localized("There is no network connection.")),
            (G_IO_ERROR_CONNECTION_CLOSED, localized("The server closed the connection.")),
        ]
        var reasons: [gint: String] = [:]
        for (code, reason) in pairs { reasons[gint(code.rawValue)] = reason }
        return reasons
    }()
}
