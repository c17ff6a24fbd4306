import CWebKit
import WebHost

/// The public suffix list (publicsuffix.org), from the system's libpsl.
public enum PublicSuffix {
    /// The registered domain, such as `example.co.uk` for `www.example.co.uk`.
    ///
    /// - Parameter host: A host in its ASCII form, such as the `host` of an origin.
    /// - Returns: `nil` for IP addresses, single labels and public suffixes themselves.
    public static let registeredDomain: @Sendable (_ host: String) -> String? = { host in
        guard !host.isEmpty, host.utf8.count <= 253, !host.utf8.contains(0) else { return nil }
        var error: UnsafeMutablePointer<GError>?
        // The result points into the name, so it is copied before the name is freed.
        return host.withCString { name -> String? in
            guard let domain = soup_tld_get_base_domain(name, &error) else {
                g_clear_error(&error)
                return nil
            }
            return String(cString: domain)
        }
    }
}
