import Testing

@testable import WalletUI

/// Text that is typed into the address field.
@MainActor @Suite struct AddressTests {
    @Test(arguments: [
        ("shop.example", "https://shop.example"), (" shop.example/a?b#c\n", "https://shop.example/a?b#c"),
        ("shop.example:8443", "https://shop.example:8443"), ("shop\n.example", "https://shop.example"),
        ("bücher.example", "https://bücher.example"), ("10.0.0.1", "https://10.0.0.1"), ("shop", "https://shop"),
    ])
    func `an address without a scheme uses https`(text: String, address: String) {
        #expect(BrowserWindow.address(from: text) == address)
    }

    @Test(arguments: ["", " \n", "hello world", "how to buy coins"])
    func `words are not an address`(text: String) {
        #expect(BrowserWindow.address(from: text) == nil)
    }

    @Test(arguments: [
        "https://shop.example", "http://shop.example", "http://localhost:8080", "HTTPS://Shop.example",
        "Http://shop.example",
        "https:shop.example", "data:text/html,x", "javascript:alert(1)", "file:///etc/passwd", "about:blank",
    ])
    func `a typed scheme is kept`(text: String) {
        #expect(BrowserWindow.address(from: text) == text)
    }

    @Test(arguments: [
        "localhost", "localhost:8080", "localhost:80/a", "localhost:443", "127.0.0.1", "127.0.0.1:3000/a.html", "[::1]",
        "[::1]:8080", "shop.localhost:8080", "LOCALHOST:8080", "localhost?a=b.c",
    ])
    func `localhost does not need https`(text: String) {
        #expect(BrowserWindow.address(from: text) == "http://" + text)
    }

    @Test(arguments: [
        "localhost.evil.example", "127.evil.example", "127.0.0.1.evil.example:80", "localhostess.example",
        "[::1].evil.example",
        "localhost@evil.example",
    ])
    func `a host that only resembles localhost uses https`(text: String) {
        #expect(BrowserWindow.address(from: text) == "https://" + text)
    }
}
