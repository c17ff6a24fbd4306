import Testing

@testable import WalletConnect

/// Addresses, ids and pauses.
@Suite struct RelayValueTests {
    @Test(arguments: [
        (
            "wss://relay.example.org", "wss://relay.example.org",
            "wss://relay.example.org/?auth=t&ua=wc-2/drawbridge-1.0/linux"
        ),
        (
            "WSS://Relay.Example.org/", "wss://relay.example.org",
            "wss://relay.example.org/?auth=t&ua=wc-2/drawbridge-1.0/linux"
        ),
        ("ws://127.0.0.1:7700", "ws://127.0.0.1:7700", "ws://127.0.0.1:7700/?auth=t&ua=wc-2/drawbridge-1.0/linux"),
        (
            "ws://[::1]:7700/a/b?x=1", "ws://[::1]:7700/a/b",
            "ws://[::1]:7700/a/b?x=1&auth=t&ua=wc-2/drawbridge-1.0/linux"
        ),
        ("wss://h:443/p?", "wss://h/p", "wss://h/p?auth=t&ua=wc-2/drawbridge-1.0/linux"),
    ])
    func `an address has an audience and takes the parameters of a connection`(
        text: String, audience: String, url: String
    ) throws {
        let address = try RelayAddress(text)
        #expect(address.audience == audience)
        #expect(try RelayConfiguration(address: address, version: "1.0").url(token: "t") == url)
        #expect(try RelayAddress(address.description) == address)
    }

    @Test(arguments: [
        "", "wss", "wss://", "https://relay.example.org", "ws://relay.example.org", "ws://10.0.0.1", "wss:relay",
        "wss://user:secret@relay.example.org", "wss://relay.example.org#a", "wss://relay.example.org/\\", "wss://a b",
        "wss://relay.example.org/?auth=x", "wss://h/?a=1&projectId=2", "wss://h?ua=1", "wss://h?%61uth=1",
        "javascript:alert(1)", "ws://localhost.example.org", "wss://relay.example.org:0", "wss://h/\u{0}",
        String(repeating: "wss://h/", count: 1_000),
    ])
    func `other addresses are refused`(text: String) {
        #expect(throws: WalletConnectError.relay(.address)) { try RelayAddress(text) }
    }

    @Test func `a project ID and a version are escaped or refused`() throws {
        let address = try RelayAddress("wss://h")
        let configuration = try RelayConfiguration(address: address, projectID: "0aZ_-", version: "1&auth=ü")
        #expect(
            configuration.url(token: "a.b-c_d")
                == "wss://h/?auth=a.b-c_d&projectId=0aZ_-&ua=wc-2/drawbridge-1%26auth%3D%C3%BC/linux")
        for id in ["", "a b", "ä", "a&b", "a%20", String(repeating: "a", count: 129)] {
            #expect(throws: WalletConnectError.relay(.projectID)) {
                try RelayConfiguration(address: address, projectID: id, version: "1")
            }
        }
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 1_800_000_000_000, 9_300_000_000_000, .max])
    func `ids are unique, grow, and have at most 19 digits and a sign bit to spare`(time: Int64) {
        var (source, seen) = (RelayIDSource(), Set<UInt64>())
        var last: UInt64 = 1_000_000_000
        for number in 0..<1_000 {
            let id = source.next(at: number.isMultiple(of: 2) ? time : 1) { _ in number.isMultiple(of: 3) ? 0 : 7 }
            #expect(id > last && Int64(exactly: id) != nil && seen.insert(id).inserted)
            last = id
        }
    }

    @Test func `an id is the time in milliseconds and six random digits`() {
        var source = RelayIDSource()
        #expect(source.next(at: 1_800_000_000_000) { $0 - 1 } == 1_800_000_000_000_999_999)
        source.avoid(1_900_000_000_000_000_000)
        #expect(source.next(at: 1_800_000_000_000) { _ in 0 } == 1_900_000_000_000_000_001)
        source.avoid(.max)
        #expect(source.next(at: 1_800_000_000_000) { _ in 0 } == 1_900_000_000_000_000_002)
    }

    @Test func `pauses are doubled up to a minute, and are random below that`() {
        var (most, least) = (RelayBackoff(), RelayBackoff())
        let bounds: [Int] = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60]
        for bound in bounds {
            #expect(most.pause(for: .lost, lasted: nil, now: .zero) { $0 - 1 } == .seconds(bound))
            #expect(least.pause(for: .lost, lasted: nil, now: .zero) { _ in 0 } == .milliseconds(100))
        }
        #expect(most.pause(for: .lost, lasted: .seconds(29), now: .zero) { $0 - 1 } == .seconds(60))
        #expect(most.pause(for: .lost, lasted: .seconds(30), now: .zero) { $0 - 1 } == .seconds(1))
    }

    @Test func `a crowded relay is left alone for longer, and as long as it asks for, but at most an hour`() {
        var backoff = RelayBackoff()
        let bounds: [Int] = [60, 120, 240, 480, 600, 600]
        for bound in bounds {
            var other = backoff
            #expect(other.pause(for: .crowded, lasted: nil, now: .zero) { _ in 0 } == .seconds(bound) / 2)
            #expect(backoff.pause(for: .crowded, lasted: nil, now: .zero) { $0 - 1 } == .seconds(bound))
        }
        backoff.reset()
        for (asked, pause) in [(Int64.min, 30), (-1, 30), (31, 31), (3_600, 3_600), (.max, 3_600)] as [(Int64, Int)] {
            backoff.reset()
            let result = backoff.pause(for: .crowded, lasted: nil, now: .zero, requested: asked) { _ in 0 }
            #expect(result == .seconds(pause))
        }
    }

    @Test func `a relay that moves its connections is connected to at once, but only once in ten seconds`() {
        var backoff = RelayBackoff()
        func pause(_ seconds: Int) -> Duration {
            backoff.pause(for: .moved, lasted: .seconds(1), now: .seconds(seconds)) { $0 - 1 }
        }
        #expect(pause(0) == .zero)
        #expect(pause(1) > .zero)
        #expect(pause(9) > .zero)
        #expect(pause(10) == .zero)
        #expect(pause(11) > .zero)
    }

    @Test func `the minutes, hours and days of a wrong clock are told`() {
        let skews: [Int64] = [420, -440, 7_140, 10_800, -108_000, 259_200, .min]
        let sentences = skews.map { RelayRefusal.clock(seconds: $0).sentence }
        #expect(
            sentences == [
                "The clock of this computer is wrong by about 7 minutes.",
                "The clock of this computer is wrong by about 7 minutes.",
                "The clock of this computer is wrong by about 119 minutes.",
                "The clock of this computer is wrong by about 3 hours.",
                "The clock of this computer is wrong by about 30 hours.",
                "The clock of this computer is wrong by about 3 days.",
                "The clock of this computer is wrong by about 106751991167301 days.",
            ])
    }

    @Test func `a publication has a size and a lifetime that relays accept`() throws {
        let topic = Topic.number(1)
        for lifetime in [Int64.min, -1, 0, 604_801, .max] {
            #expect(throws: WalletConnectError.relay(.lifetime)) {
                try Publication(topic: topic, message: "a", tag: 0, lifetime: lifetime)
            }
        }
        for message in ["", String(repeating: "a", count: 1 << 20 + 1)] {
            #expect(throws: WalletConnectError.relay(.messageSize)) {
                try Publication(topic: topic, message: message, tag: 0, lifetime: 1)
            }
        }
    }
}
