import Foundation
import Testing

@testable import Harness

@Suite struct SiteTests {
    /// What a site answered, byte by byte as it was asked.
    private struct Answer {
        let status: Int
        let headers: [String: String]
        let body: String
    }

    /// Sends `request` as it is, so that nothing on the way tidies it up.
    private func send(_ request: String, to site: Site) async throws -> Answer {
        // On a thread of its own, for it blocks, and the site needs the others.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(request, with: site) }) }
        }
    }

    private func exchange(_ request: String, with site: Site) throws -> Answer {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = site.port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let length = socklen_t(MemoryLayout.size(ofValue: address))
        let status = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { connect(socket, $0.baseAddress, length) }
        }
        try #require(status == 0)
        let bytes = Array(request.utf8)
        try #require(write(socket, bytes, bytes.count) == bytes.count)
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(socket, &block, block.count), count > 0 { text += block[..<count] }
        let parts = String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        let lines = (parts.first ?? "").components(separatedBy: "\r\n")
        let headers = lines.dropFirst().map { $0.components(separatedBy: ": ") }.map { ($0[0].lowercased(), $0[1]) }
        return Answer(
            status: lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0,
            headers: Dictionary(headers) { first, _ in first }, body: parts.dropFirst().joined())
    }

    private func ask(_ path: String, of site: Site, method: String = "GET", host: String? = nil) async throws -> Answer
    {
        let host = host ?? "127.0.0.1:\(site.port)"
        return try await send("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", to: site)
    }

    private func body(_ path: String, of site: Site) async throws -> String {
        try await ask(path, of: site).body
    }

    private func withSite(_ body: (Site) async throws -> Void) async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("home", to: "site/index.html")
        try folder.write("one", to: "site/sub/index.html")
        try folder.write("let a;", to: "site/a b%.js")
        try folder.write("hidden", to: "site/.git/config")
        try folder.write("secret", to: "secret.txt")
        try folder.link("site/out", to: "../secret.txt")
        try folder.link("site/up", to: "..")
        try folder.link("site/shown", to: ".git/config")
        try folder.link("site/loop", to: "loop")
        try folder.link("site/alias.js", to: "a b%.js")
        mkfifo("\(folder.path)/site/pipe", 0o600)
        let site = try await Site.serve("\(folder.path)/site", pages: ["/made.html": "made"])
        defer { Task { await site.stop() } }
        try await body(site)
    }

    @Test func `files are served with their type, and never cached`() async throws {
        try await withSite { site in
            let home = try await ask("/", of: site)
            #expect(home.status == 200 && home.body == "home")
            #expect(home.headers["content-type"] == "text/html; charset=utf-8")
            #expect(home.headers["cache-control"] == "no-store")
            #expect(home.headers["x-content-type-options"] == "nosniff")
            #expect(try await body("/sub/?a=/../b#c", of: site) == "one")
            #expect(try await body("/made.html", of: site) == "made")
            let script = try await ask("/a%20b%25.js", of: site)
            #expect(script.status == 200 && script.body == "let a;")
            #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
            #expect(try await body("/alias.js", of: site) == "let a;")
            #expect(site.url(of: "a b%.js") == site.url + "a%20b%25.js")
            let folder = try await ask("/sub", of: site)
            #expect(folder.status == 302 && folder.headers["location"] == "/sub/")
        }
    }

    @Test(arguments: [
        "/../secret.txt", "/sub/../../secret.txt", "/%2e%2e/secret.txt", "/%2E%2E%2Fsecret.txt", "/..%2fsecret.txt",
        "/..%5csecret.txt", "/..\\secret.txt", "/%252e%252e/secret.txt", "/%c0%ae%c0%ae/secret.txt",
        "/..;/secret.txt", "/.", "/..", "/./", "/sub/.", "/.git/config", "/%2egit/config", "/sub/..", "//",
        "/sub//index.html", "/out", "/up/secret.txt", "/shown", "/loop", "/pipe", "/none",
        "/index.html/", "/index.html%00.png", "/%", "/%4", "/%zz", "/index.html%0a", "secret.txt", "*",
        "http://127.0.0.1/index.html", "//sub", "/~root",
    ])
    func `only visible files are found`(path: String) async throws {
        try await withSite { site in
            let answer = try await ask(path, of: site)
            #expect(answer.status == 404)
            #expect(!answer.body.contains("secret") && !answer.body.contains("hidden"))
        }
    }

    @Test(arguments: [
        "evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "0.0.0.0", "", "[::1]", "localhost",
    ])
    func `a request for another host is refused`(host: String) async throws {
        try await withSite { site in
            let name = "127.0.0.1.evil.example:\(site.port)"
            for other in [host, "evil.example:\(site.port)", name] {
                let answer = try await ask("/", of: site, host: other)
                #expect(answer.status == 421)
            }
            let local = try await ask("/", of: site, host: "localhost:\(site.port)")
            #expect(local.status == 200)
            let nameless = try await send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", to: site)
            #expect(nameless.status == 421)
        }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
    func `only GET and HEAD are supported`(method: String) async throws {
        try await withSite { site in
            let answer = try await ask("/", of: site, method: method)
            #expect(answer.status == 405)
        }
    }

    @Test func `a response to HEAD has no body`() async throws {
        try await withSite { site in
            let answer = try await ask("/", of: site, method: "HEAD")
            #expect(answer.status == 200 && answer.body == "" && answer.headers["content-length"] == "4")
        }
    }

    @Test func `a path that is not a folder cannot be served`() async {
        await #expect(throws: HarnessError.self) { try await Site.serve("/none/such") }
        await #expect(throws: HarnessError.self) { try await Site.serve("/etc/passwd") }
    }
}
