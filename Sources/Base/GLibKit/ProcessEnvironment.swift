import Glibc

/// Environment variables that libraries and WebKit's processes must not see.
///
/// They load code into a process, switch off WebKit's sandbox, attach an inspector, log the keys of TLS connections, or
/// weaken TLS. A program that can set them already has the user's rights, but variables left over from debugging must
/// be harmless, too.
package enum ProcessEnvironment {
    /// Removes these variables.
    package static func clean() {
        var names: [String] = []
        var entry = environ
        while let variable = entry.pointee {
            names.append(String(String(cString: variable).prefix { $0 != "=" }))
            entry += 1
        }
        for name in names where isDistrusted(name) { unsetenv(name) }
        // gettext would load catalogs from this path.
        if let languages = getenv("LANGUAGE"), strchr(languages, 0x2F) != nil { unsetenv("LANGUAGE") }
    }

    /// Whether the variable `name` is removed.
    package static func isDistrusted(_ name: String) -> Bool {
        guard !harmless.contains(name) else { return false }
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }

    /// Variables of WebKit, JavaScriptCore and GStreamer.
    private static let prefixes = ["WEBKIT_", "JSC_", "GST_"]

    /// Variables that graphics drivers may need.
    private static let harmless: Set<String> = [
        "WEBKIT_DISABLE_COMPOSITING_MODE", "WEBKIT_DISABLE_DMABUF_RENDERER", "WEBKIT_FORCE_COMPOSITING_MODE",
        "WEBKIT_SKIA_ENABLE_CPU_RENDERING",
    ]

    private static let names: Set<String> = [
        // Modules of GTK, GIO, GDK-Pixbuf, GVfs and the C library.
        "GTK_DEBUG", "GTK_MODULES", "GTK3_MODULES", "GTK_PATH", "GTK_EXE_PREFIX", "GTK_DATA_PREFIX",
        "GTK_IM_MODULE_FILE", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "GIO_EXTRA_MODULES", "GIO_MODULE_DIR",
        "GCONV_PATH", "LOCPATH",
        // TLS: the library, the ciphers, and a log of connection keys.
        "GIO_USE_TLS", "G_TLS_GNUTLS_PRIORITY", "G_TLS_OPENSSL_MAX_PROTO", "GNUTLS_SYSTEM_PRIORITY_FILE",
        "SSLKEYLOGFILE",
        "OPENSSL_CONF", "OPENSSL_MODULES", "OPENSSL_ENGINES",
        // Settings, names and folders that replace the system's.
        "GSETTINGS_SCHEMA_DIR",
    ]
}
