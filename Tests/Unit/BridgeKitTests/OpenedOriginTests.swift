import Bridge
import Testing

@testable import BridgeKit

/// Which origin may call methods, given the URL that the program opens.
@MainActor @Suite struct OpenedOriginTests {
    @Test(arguments: [
        ("http://localhost:8080/", "http://localhost:8080"), ("http://localhost:8080", "http://localhost:8080"),
        ("HTTP://LocalHost:80/a?b#c", "http://localhost"), ("https://app.example:443/", "https://app.example"),
        ("https://app.example:80/", "https://app.example:80"), ("http://[::1]:8080/x", "http://[::1]:8080"),
        ("https://app.example?https://other.example/", "https://app.example"),
        ("https://app.example#//other.example/", "https://app.example"),
        (#"https://app.example\@other.example/"#, "https://app.example"),
        ("https://app.example//other.example/", "https://app.example"),
    ])
    func `the origin of the opened URL may call`(address: String, origin: String) throws {
        #expect(BridgeApp.origin(of: address) == (try Origin(serialized: origin)))
    }

    @Test(arguments: [
        "", "localhost:8080", "//app.example/", "file:///etc/passwd", "javascript://app.example/", "about:blank",
        "https://user@app.example/", "https://app.example@other.example/", "https:///x", "https:/app.example/",
        "https:app.example//other.example/", " https://app.example/", "https://app.example\t/",
        "https://b\u{FC}cher.example/",
        "https://app.example:0443/", "https://app.example:99999/", "http://a b/", "data:text/html,x",
    ])
    func `an invalid URL lets no page call`(address: String) {
        #expect(BridgeApp.origin(of: address) == nil)
    }

    @Test func `the origin that was opened before loses its methods, unless the options have it`() throws {
        let first = try Origin(serialized: "https://one.example")
        let second = try Origin(serialized: "https://two.example")
        let other = try Origin(serialized: "https://other.example")
        let opened = BridgeApp.origins([other], replacing: nil, with: first, keeping: [other])
        #expect(opened == [first, other])
        #expect(BridgeApp.origins(opened, replacing: first, with: second, keeping: [other]) == [second, other])
        #expect(BridgeApp.origins(opened, replacing: first, with: first, keeping: [other]) == [first, other])
        #expect(BridgeApp.origins(opened, replacing: first, with: second, keeping: [first]) == [first, second, other])
    }
}
