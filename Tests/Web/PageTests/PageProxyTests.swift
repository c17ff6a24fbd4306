import Bridge
import Synchronization
import TestServers
import WalletUI
import WebHost
import WindowTesting

/// The proxy of pages.
@MainActor var pageProxyTests: [PageTest] {
    [
        PageTest("a page is loaded through the proxy, which looks up all names, and never without it") { stage in
            let paths = Mutex<[String]>([])
            let server = try await SocketPeer { connection in
                while let (head, _) = try await connection.request() {
                    let path = String(head.split(separator: " ").dropFirst().first ?? "")
                    paths.withLock { $0.append(path) }
                    try await connection.respond(Array((path == "/" ? page : "").utf8), type: "text/html")
                }
            }
            let socks = try await ProxyPeer(.socks5, routes: ["page.example:80": server.port])
            let profile = Profile(proxy: .socks5(host: "127.0.0.1", port: socks.port))
            var options = WebView.Options()
            options.transport = TestOptions.current.pageTransport
            let view = WebView(dispatcher: stage.dispatcher, profile: profile, options: options)
            var failures = 0
            view.onEvent = { if case .failed = $0 { failures += 1 } }
            let window = OffscreenWindow(view)
            defer { withExtendedLifetime(window) {} }
            view.load("http://page.example/")
            try await stage.wait("the page asked for its parts") { socks.wanted.contains("name picture.example:80") }
            try await stage.wait("the page is loaded") { paths.withLock { $0 } == ["/"] }
            try expectEqual(Set(socks.wanted), ["name page.example:80", "name picture.example:80"])
            // The resolver would be asked for the name of the link, and no server could see it.
            try expectEqual(view.featuresBesideProxies, [])
            // This machine is reached beside it.
            view.load("http://127.0.0.1:\(server.port)/local")
            try await stage.wait("this machine is reached") { paths.withLock { $0.contains("/local") } }
            // Another proxy counts at once, and is not replaced by none.
            profile.use(.http(host: "127.0.0.1", port: 1))
            view.load("http://page.example/again")
            try await stage.wait("the page fails") { failures > 0 }
            try expect(!paths.withLock { $0.contains("/again") }, "the page was loaded")
        }
    ]
}

private let page = """
    <!doctype html><link rel=dns-prefetch href="//prefetch.example"><img src="http://picture.example/">
    """
