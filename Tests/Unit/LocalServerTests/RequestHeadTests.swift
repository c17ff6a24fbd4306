import Testing

@testable import LocalServer

@Suite struct RequestHeadTests {
    private func read(_ text: String) -> RequestHead? { RequestHead(Array(text.utf8)) }

    @Test func `a request is read as it was sent`() throws {
        let head = try #require(
            read("POST /a%2fb/../c?d=%zz HTTP/1.1\r\nHost: a\r\nX-One:  two \t\r\nx-one:\r\nContent-Length: 12"))
        #expect(head.method == "POST")
        #expect(head.target == "/a%2fb/../c?d=%zz")
        #expect(
            head.headers == [
                .init("Host", "a"), .init("X-One", "two"), .init("x-one", ""), .init("Content-Length", "12"),
            ])
        #expect(head.length == .bytes(12))
        #expect(head.readsChunks && !head.isLast && !head.expectsContinue)
    }

    @Test(arguments: ["*", "http://other.example/a", "a:443", "//b", "/\\..", "/?", "/\u{e9}"])
    func `every form of a target is passed on`(_ target: String) {
        #expect(read("GET \(target) HTTP/1.1\r\nHost: a")?.target == target)
    }

    @Test func `a missing host is left to the handler`() {
        #expect(read("GET / HTTP/1.1")?.headers == [])
    }

    @Test(arguments: [
        "", "GET", "GET /", "GET / ", "GET / HTTP/1.1 ", "GET  / HTTP/1.1", " GET / HTTP/1.1", "GET / HTTP/2.0",
        "GET / HTTP/1.2", "GET / http/1.1", "G(T / HTTP/1.1", "GET /\u{1} HTTP/1.1", "GET /\u{7f} HTTP/1.1",
        "GET / HTTP/1.1\nHost: a", "GET / HTTP/1.1\rHost: a", "GET / HTTP/1.1\r", "GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r\n: a", "GET / HTTP/1.1\r\nHost : a", "GET / HTTP/1.1\r\n Host: a",
        "GET / HTTP/1.1\r\nA: b\r\n c", "GET / HTTP/1.1\r\nA: \0", "GET / HTTP/1.1\r\nA: \u{1b}",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: a",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1", "GET / HTTP/1.1\r\nContent-Length: 1, 1",
        "GET / HTTP/1.1\r\nContent-Length: -1", "GET / HTTP/1.1\r\nContent-Length: +1",
        "GET / HTTP/1.1\r\nContent-Length: 0x1", "GET / HTTP/1.1\r\nContent-Length:",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
        "GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked", "GET / HTTP/1.1\r\nTransfer-Encoding: identity",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "GET / HTTP/1.0\r\nTransfer-Encoding: chunked",
    ]) func `an invalid or ambiguous head is refused`(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test func `bytes that are not text in a target are refused`() {
        #expect(RequestHead(Array("GET /".utf8) + [0xFF] + Array(" HTTP/1.1".utf8)) == nil)
    }

    @Test func `a length beyond the range of integers is clamped`() {
        #expect(read("PUT / HTTP/1.1\r\nContent-Length: 99999999999999999999")?.length == .bytes(.max))
    }

    @Test(arguments: [
        ("HTTP/1.1", "keep-alive", false), ("HTTP/1.1", "Close", true), ("HTTP/1.1", "x,\tclose", true),
        ("HTTP/1.1", "closed", false), ("HTTP/1.0", "keep-alive", true),
    ]) func `a client decides whether the connection continues`(_ version: String, _ option: String, _ isLast: Bool) {
        #expect(read("GET / \(version)\r\nConnection: \(option)")?.isLast == isLast)
    }
}
