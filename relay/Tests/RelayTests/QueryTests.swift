import Testing

@testable import Relay

@Suite struct QueryTests {
    private func items(_ target: String) -> [String?]? {
        guard let query = try? QueryItems(target) else { return nil }
        return [query[.token], query[.project], query[.userAgent], query[.wantsCloseFrame]]
    }

    @Test(arguments: [
        ("/", [nil, nil, nil, nil]),
        ("/?auth=a.b-c_d&projectId=p&ua=wc-2%2Fjs&useOnCloseEvent=true", ["a.b-c_d", "p", "wc-2/js", "true"]),
        ("/?protocol=wc&version=1&env=browser&host=a", [nil, nil, nil, nil]),
        ("?auth=a", ["a", nil, nil, nil]), ("/?&&auth=a&&", ["a", nil, nil, nil]),
        ("/?auth", ["", nil, nil, nil]), ("/?auth=", ["", nil, nil, nil]), ("/?=auth", [nil, nil, nil, nil]),
        ("/?auth=a=b=", ["a=b=", nil, nil, nil]), ("/?auth=a+b", ["a+b", nil, nil, nil]),
        ("/?AUTH=a", [nil, nil, nil, nil]), ("/?auth[]=a", [nil, nil, nil, nil]),
        // A name can be encoded, too.
        ("/?%61uth=a", ["a", nil, nil, nil]), ("/?auth=%e2%82%AC", ["€", nil, nil, nil]),
        ("/?auth=a?b", ["a?b", nil, nil, nil]), ("/?x=1&x=2&x=%zz&%=1", [nil, nil, nil, nil]),
        ("/?auth=a%26auth%3Db", ["a&auth=b", nil, nil, nil]), ("/?auth=%00", ["\0", nil, nil, nil]),
    ])
    func `the items of a query are read`(target: String, expected: [String?]) {
        #expect(items(target) == expected)
    }

    @Test(arguments: [
        "/?auth=a&auth=a", "/?auth=a&%61uth=b", "/?projectId=a&ua=b&projectId=c", "/?ua&ua",
        "/?auth=%", "/?auth=%4", "/?auth=%zz", "/?auth=%C3", "/?auth=%ff", "/?auth=%ed%a0%80", "/?auth=%c0%80",
        "/?auth=" + String(repeating: "a", count: 8186), "/" + String(repeating: "a", count: 8192),
        "/?" + String(repeating: "a=1&", count: 65), "/?" + String(repeating: "a&", count: 4000),
    ])
    func `a query that can be read in two ways, or is too large, is refused`(target: String) {
        #expect(items(target) == nil)
    }

    @Test func `a query of the full size is read`() {
        #expect(items("/?auth=" + String(repeating: "a", count: 8185))?[0]?.count == 8185)
        #expect(items("/?" + String(repeating: "a=1&", count: 63) + "auth=a")?[0] == "a")
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", "192.0.2.1"), ("::1", "0:0:0:0:0:0:0:1", "0:0:0:0:0:0:0:1"),
        ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1", "192.0.2.1"),
        ("2001:db8::5", "2001:db8:0:0:0:0:0:5", "2001:db8:0:0"),
        ("2001:DB8:0::0:5", "2001:db8:0:0:0:0:0:5", "2001:db8:0:0"),
    ])
    func `an address is written in one way, and has a group`(text: String, address: String, group: String) {
        #expect(PeerAddress(text)?.text == address)
        #expect(PeerAddress(text)?.group == group)
    }

    @Test(arguments: [
        "", "localhost", "192.0.2", "192.0.2.256", "192.0.2.1:80", "[::1]", "[::1]:80", "::1%lo", "1.2.3.4 ", "unknown",
        "2001:db8::1::2", String(repeating: ":", count: 10_000),
    ])
    func `what is not an address is refused`(text: String) {
        #expect(PeerAddress(text) == nil)
    }
}
