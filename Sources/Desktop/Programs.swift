import CWebKit

/// The other programs of this desktop, by the addresses that they open.
///
/// No shell is ever involved: an address is one argument of a program that the user chose, or goes to the desktop's
/// portal.
@MainActor public enum Programs {
    /// The longest address that is handed to another program, in bytes.
    public static let longest = 8_192

    /// The name of the program that opens addresses of `scheme`, as the desktop shows it; `nil` if there is none.
    public static func name(for scheme: String) -> String? {
        guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(program)) }
        return g_app_info_get_display_name(program).map { String(cString: $0) } ?? scheme
    }

    /// The desktop entry of the program that opens addresses of `scheme`, such as `org.example.App.desktop`; `nil`
    /// if there is none.
    public static func entry(for scheme: String) -> String? {
        guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(program)) }
        return g_app_info_get_id(program).map { String(cString: $0) }
    }

    /// Hands `url` to the program that opens addresses of its kind.
    ///
    /// - Returns: Whether one took it; what it does with it is not known.
    public static func open(_ url: String) -> Bool {
        // What no address holds could be more than one argument to a careless program.
        guard url.utf8.count <= longest, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), g_uri_peek_scheme(url) != nil
        else {
            return false
        }
        var error: UnsafeMutablePointer<GError>?
        let context = launchContext()
        defer { if let context { g_object_unref(context) } }
        guard
            g_app_info_launch_default_for_uri(url, context?.assumingMemoryBound(to: GAppLaunchContext.self), &error)
                != 0
        else {
            g_clear_error(&error)
            return false
        }
        return true
    }

    /// Lets the other program come to the front, where there is a display.
    private static func launchContext() -> UnsafeMutableRawPointer? {
        gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }.map { UnsafeMutableRawPointer($0) }
    }
}
