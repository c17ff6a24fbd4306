import CWebKit
import Glibc

/// The other programs of this desktop, by the URLs that they open.
///
/// No shell is involved: a URL is one argument of a program that the user chose, or is passed to the desktop's portal.
@MainActor package enum Programs {
    /// The maximum length of a URL that is passed to another program, in bytes.
    package static let longest = 8_192

    /// The name of the program for URLs with the scheme `scheme`, as the desktop shows it, or `nil`.
    package static func name(for scheme: String) -> String? {
        guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(program)) }
        return g_app_info_get_display_name(program).map { String(cString: $0) } ?? scheme
    }

    /// The desktop entry of the program for URLs with the scheme `scheme`, such as `org.example.App.desktop`, or
    /// `nil`.
    package static func entry(for scheme: String) -> String? {
        guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(program)) }
        return g_app_info_get_id(program).map { String(cString: $0) }
    }

    /// Passes `url` to the program for its scheme.
    ///
    /// - Returns: Whether a program accepted it; its effect is unknown.
    package static func open(_ url: String) -> Bool {
        // A careless program could split characters that are invalid in URLs into several arguments.
        guard url.utf8.count <= longest, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), g_uri_peek_scheme(url) != nil
        else {
            return false
        }
        var error: UnsafeMutablePointer<GError>?
        let context = launchContext()
        defer { if let context { g_object_unref(context) } }
        guard launch(url, in: context?.assumingMemoryBound(to: GAppLaunchContext.self), &error) else {
            g_clear_error(&error)
            return false
        }
        return true
    }

    /// Starts the program without the terminal of this one, whose lines would look like ours: it may even start this
    /// program again, as SumUp's app does with its answer.
    private static func launch(
        _ url: String, in context: UnsafeMutablePointer<GAppLaunchContext>?,
        _ error: inout UnsafeMutablePointer<GError>?
    ) -> Bool {
        let program = g_app_info_get_default_for_uri_scheme(g_uri_peek_scheme(url)).map {
            UnsafeMutableRawPointer($0)
        }
        defer { if let program { g_object_unref(program) } }
        let null = Glibc.open("/dev/null", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { if null >= 0 { close(null) } }
        guard let program, null >= 0,
            g_type_check_instance_is_a(
                program.assumingMemoryBound(to: GTypeInstance.self), g_desktop_app_info_get_type()) != 0
        else {
            return g_app_info_launch_default_for_uri(url, context, &error) != 0
        }
        let urls = g_list_append(nil, g_strdup(url))
        defer { g_list_free_full(urls, g_free) }
        return g_desktop_app_info_launch_uris_as_manager_with_fds(
            OpaquePointer(program), urls, context, G_SPAWN_SEARCH_PATH, nil, nil, nil, nil, null, null, null,
            &error) != 0
    }

    /// Allows the other program to activate its window, if there is a display.
    private static func launchContext() -> UnsafeMutableRawPointer? {
        gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }.map { UnsafeMutableRawPointer($0) }
    }
}
