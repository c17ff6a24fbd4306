import Glibc
import Testing

@testable import GLibKit

/// The environment variables that are removed.
@Suite struct ProcessEnvironmentTests {
    @Test(arguments: [
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "WEBKIT_INSPECTOR_SERVER", "WEBKIT_INSPECTOR_HTTP_SERVER",
        "WEBKIT_EXEC_PATH", "WEBKIT_INJECTED_BUNDLE_PATH", "GIO_EXTRA_MODULES", "GIO_MODULE_DIR", "GTK_PATH",
        "GTK_MODULES", "GTK3_MODULES", "GTK_DEBUG", "GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_SCANNER",
        "GDK_PIXBUF_MODULE_FILE", "JSC_useJIT", "SSLKEYLOGFILE", "G_TLS_GNUTLS_PRIORITY",
    ])
    func `variables that load code or weaken the sandbox or TLS are removed`(name: String) {
        #expect(ProcessEnvironment.isDistrusted(name))
    }

    @Test(arguments: [
        "PATH", "HOME", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        "GTK_THEME",
        "GTK_IM_MODULE", "WEBKIT_DISABLE_DMABUF_RENDERER", "WEBKIT_DISABLE_COMPOSITING_MODE", "GDK_BACKEND", "",
    ])
    func `variables that a desktop needs are kept`(name: String) {
        #expect(!ProcessEnvironment.isDistrusted(name))
    }

    @Test func `cleaning removes the former and keeps the latter`() {
        setenv("GST_DRAWBRIDGE_TEST", "1", 1)
        setenv("DRAWBRIDGE_TEST_STAYS", "1", 1)
        ProcessEnvironment.clean()
        #expect(getenv("GST_DRAWBRIDGE_TEST") == nil)
        #expect(getenv("DRAWBRIDGE_TEST_STAYS") != nil)
        unsetenv("DRAWBRIDGE_TEST_STAYS")
    }

    @Test func `a language that is a path is removed, others are kept`() {
        let before = getenv("LANGUAGE").map { String(cString: $0) }
        setenv("LANGUAGE", "de:../../tmp/x", 1)
        ProcessEnvironment.clean()
        #expect(getenv("LANGUAGE") == nil)
        setenv("LANGUAGE", "de:en", 1)
        ProcessEnvironment.clean()
        #expect(getenv("LANGUAGE").map { String(cString: $0) } == "de:en")
        if let before { setenv("LANGUAGE", before, 1) } else { unsetenv("LANGUAGE") }
    }
}
