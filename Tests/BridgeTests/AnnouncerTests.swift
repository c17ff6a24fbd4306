import Bridge
import Testing

/// Events on their way to those who listen.
@MainActor @Suite struct AnnouncerTests {
    @Test func `every listener hears, with the origin, until its subscription is released`() throws {
        let announcer = Announcer()
        let origin = try Origin(serialized: "https://shop.example")
        var heard: [String] = []
        var first: Announcer.Subscription? = announcer.subscribe { event, origin in heard.append("1 \(event) \(origin)")
        }
        let second = announcer.subscribe { event, origin in heard.append("2 \(event) \(origin)") }
        announcer.announce(.chainChanged("0x1"), to: origin)
        #expect(
            heard.sorted() == [
                "1 chainChanged(\"0x1\") https://shop.example", "2 chainChanged(\"0x1\") https://shop.example",
            ])
        _ = first
        first = nil
        announcer.announce(.chainChanged("0x2"), to: origin)
        #expect(heard.count == 3)
        _ = second
    }

    @Test func `a listener may end its own subscription while it listens`() throws {
        let announcer = Announcer()
        var count = 0
        var subscription: Announcer.Subscription?
        subscription = announcer.subscribe { _, _ in
            count += 1
            subscription = nil
        }
        for _ in 0..<2 { announcer.announce(.accountsChanged([]), to: try Origin(serialized: "https://shop.example")) }
        _ = subscription
        #expect(count == 1)
    }
}
