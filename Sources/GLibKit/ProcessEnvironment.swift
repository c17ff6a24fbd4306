import Glibc

/// The environment variables that libraries and the page's processes must not see.
///
/// They load code into a process, switch WebKit's sandbox off, attach an inspector, write down the keys of TLS
/// connections, or weaken those. A program that can set them already has the user's rights; a variable that was left
/// over from debugging must do no harm either.
package enum ProcessEnvironment {
    /// Removes them.
    package static func clean() {
        var names: [String] = []
        var entry = environ
        while let variable = entry.pointee {
            names.append(String(String(cString: variable).prefix { $0 != "=" }))
            entry += 1
        }
        for name in names where isDistrusted(name) { unsetenv(name) }
    }

    /// Whether the variable with this name is removed.
    package static func isDistrusted(_ name: String) -> Bool {
        guard !harmless.contains(name) else { return false }
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }

    /// What configures WebKit, its script engine and its media libraries.
    private static let prefixes = ["WEBKIT_", "JSC_", "GST_"]

    /// What people need for their graphics driver.
    private static let harmless: Set<String> = [
        "WEBKIT_DISABLE_COMPOSITING_MODE", "WEBKIT_DISABLE_DMABUF_RENDERER", "WEBKIT_FORCE_COMPOSITING_MODE",
        "WEBKIT_SKIA_ENABLE_CPU_RENDERING",
    ]

    private static let names: Set<String> = [
        // Modules of GTK, GIO, GDK-Pixbuf, GVfs and the C library.
        "GTK_DEBUG", "GTK_MODULES", "GTK3_MODULES", "GTK_PATH", "GTK_EXE_PREFIX", "GTK_DATA_PREFIX",
        "GTK_IM_MODULE_FILE", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "GIO_EXTRA_MODULES", "GIO_MODULE_DIR",
        "GCONV_PATH", "LOCPATH",
        // TLS: which library, which ciphers, and a file with the keys of connections.
        "GIO_USE_TLS", "G_TLS_GNUTLS_PRIORITY", "G_TLS_OPENSSL_MAX_PROTO", "GNUTLS_SYSTEM_PRIORITY_FILE",
        "SSLKEYLOGFILE",
        "OPENSSL_CONF", "OPENSSL_MODULES", "OPENSSL_ENGINES",
        // Settings, names and folders in place of the system's.
        "GSETTINGS_SCHEMA_DIR",
    ]
}
