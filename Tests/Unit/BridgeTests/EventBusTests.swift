import Bridge
import Testing

/// The delivery of events to their listeners.
@MainActor @Suite struct EventBusTests {
    @Test func `every listener is called, with the origin, until its subscription is released`() throws {
        let eventBus = EventBus()
        let origin = try Origin(serialized: "https://shop.example")
        var received: [String] = []
        var first: EventBus.Subscription? = eventBus.subscribe { event, audience in
            #expect(audience == .origin(origin))
            received.append("1 \(event)")
        }
        let second = eventBus.subscribe { event, _ in received.append("2 \(event)") }
        eventBus.announce(.chainChanged("0x1"), to: origin)
        #expect(received.sorted() == ["1 chainChanged(\"0x1\")", "2 chainChanged(\"0x1\")"])
        _ = first
        first = nil
        eventBus.announce(.chainChanged("0x2"), to: origin)
        #expect(received.count == 3)
        _ = second
    }

    @Test func `an event for one document does not reach another of the same origin`() throws {
        let eventBus = EventBus()
        let origin = try Origin(serialized: "https://shop.example")
        let first = try #require(DocumentID(String(repeating: "1", count: 32)))
        let second = try #require(DocumentID(String(repeating: "2", count: 32)))
        var received: [Audience] = []
        let subscription = eventBus.subscribe { _, audience in received.append(audience) }
        eventBus.announce(.message(type: "t", data: 1), to: first)
        #expect(received.map { $0.contains(.page(origin: origin, document: first)) } == [true])
        #expect(received.map { $0.contains(.page(origin: origin, document: second)) } == [false])
        #expect(received.map { $0.contains(.wallet) } == [false])
        _ = subscription
    }

    @Test func `a listener may end its own subscription while it listens`() throws {
        let eventBus = EventBus()
        var count = 0
        var subscription: EventBus.Subscription?
        subscription = eventBus.subscribe { _, _ in
            count += 1
            subscription = nil
        }
        for _ in 0..<2 { eventBus.announce(.accountsChanged([]), to: try Origin(serialized: "https://shop.example")) }
        _ = subscription
        #expect(count == 1)
    }
}
