import TestSupport
import Synchronization
import Testing

@testable import Bridge

/// The dispatcher receives all requests, and each gets exactly one response.
@MainActor @Suite struct RequestDispatcherTests {
    @Test func `a message beyond the limit is refused by the host, too`() throws {
        var limits = Limits()
        limits.bodyBytes = 64
        let gate = Gate(approver: NoApprover(), limits: limits)
        let dispatcher = RequestDispatcher(handler: Router([:]), gate: gate, limits: limits)
        let peer = Peer.page(
            origin: try Origin(serialized: "https://shop.example"),
            document: try #require(DocumentID(String(repeating: "0", count: 32))))
        var answers: [String] = []
        for padding in ["", String(repeating: "x", count: 64)] {
            let message = #"{"messageId":"m1","command":"c","data":"\#(padding)"}"#
            Array(message.utf8).withUnsafeBufferPointer { text in
                dispatcher.receive(text, in: LinkDialect(), from: peer) {
                    answers.append(String(decoding: $0, as: UTF8.self))
                }
            }
        }
        #expect(answers.map { $0.contains(#""reason":"tooLarge""#) } == [false, true])
    }

    @Test func `a message beyond the limit is not even read, in any dialect`() throws {
        var limits = Limits()
        limits.bodyBytes = 64
        let reads = Counted()
        let dispatcher = RequestDispatcher(
            handler: Router([:]), gate: Gate(approver: NoApprover(), limits: limits), limits: limits)
        let peer = Peer.page(
            origin: try Origin(serialized: "https://shop.example"),
            document: try #require(DocumentID(String(repeating: "0", count: 32))))
        var answers = 0
        for count in [64, 65, 1 << 20] {
            let message = [UInt8](repeating: 0x5B, count: count)
            for dialect: any Dialect in [reads, LinkDialect(), EthereumDialect(), FormDialect()] {
                message.withUnsafeBufferPointer {
                    dispatcher.receive($0, in: dialect, from: peer) { _ in answers += 1 }
                }
            }
        }
        #expect(reads.sizes.withLock { $0 } == [64])
        #expect(answers == 12)
    }

    @Test func `a response without enough space becomes an error, and a small one is always sent`() throws {
        let fixture = DispatcherFixture()
        let peer = try Site(fixture.dispatcher).peer
        for (room, size, isGiven) in [(10_000, 5_000, true), (4_000, 5_000, false), (0, 900, true), (-5, 5_000, false)]
        {
            let message = JSON.object([
                "messageId": "m", "command": "echo", "data": .string(String(repeating: "x", count: size)),
            ])
            var answers: [JSON] = []
            message.bytes.withUnsafeBufferPointer { text in
                fixture.dispatcher.receive(text, in: LinkDialect(), from: peer, room: { room }) { text in
                    if let answer = try? JSON(parsing: text) { answers.append(answer) }
                }
            }
            #expect(answers.count == 1)
            #expect(answers.first?["messageId"] == "m")
            #expect(answers.first?["error"]?["data"]?["reason"] == (isGiven ? nil : "tooMany"))
        }
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test func `a response without enough space is not even encoded`() throws {
        let fixture = DispatcherFixture()
        let peer = try Site(fixture.dispatcher).peer
        let written = Written()
        for (room, isGiven) in [(6_000, true), (4_000, false)] {
            let message = JSON.object([
                "messageId": "m", "command": "echo",
                "data": .array(Array(repeating: .string(String(repeating: "x", count: 98)), count: 50)),
            ])
            message.bytes.withUnsafeBufferPointer { text in
                fixture.dispatcher.receive(text, in: written, from: peer, room: { room }) { _ in }
            }
            #expect(written.results.withLock { $0 } == (isGiven ? 1 : 0))
            written.results.withLock { $0 = 0 }
        }
    }

    /// The Link dialect, which counts the results that it encodes.
    private final class Written: Dialect {
        let results = Mutex(0)
        let name = "link"
        let tag = UInt8(ascii: "L")

        func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage {
            LinkDialect().decode(message, limits: limits)
        }

        func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] {
            if case .success = outcome { results.withLock { $0 += 1 } }
            return LinkDialect().encode(outcome, to: replyID)
        }
    }

    @Test func `a request that does not wait is answered before the call returns`() throws {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        site.say("echo", data: [1])
        #expect(site.answers == [#"{"messageId":"m","command":"echo","data":[1]}"#])
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test func `a long answer is encoded off the main thread, and a short one before the call returns`()
        async throws
    {
        let fixture = DispatcherFixture()
        let peer = try Site(fixture.dispatcher).peer
        for (count, isAtOnce) in [(60_000, true), (70_000, false)] {
            let data = JSON.string(String(repeating: "x", count: count))
            let message = JSON.object(["messageId": "m", "command": "echo", "data": data])
            var hasReturned = false
            let (answer, wasAtOnce) = await withCheckedContinuation { continuation in
                message.bytes.withUnsafeBufferPointer { text in
                    fixture.dispatcher.receive(text, in: LinkDialect(), from: peer) {
                        continuation.resume(returning: ($0, !hasReturned))
                    }
                }
                hasReturned = true
            }
            #expect(wasAtOnce == isAtOnce)
            #expect(try JSON(parsing: answer)["data"] == data)
        }
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test func `a request with too many values to read at once is refused, in any dialect`() async throws {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        let many = JSON.array(Array(repeating: 0, count: 1 << 16))
        site.say("late", data: many)
        site.send(JSON.object(["method": "late", "params": many]).text, EthereumDialect())
        #expect(site.outcomes == ["malformed", "malformed"])
        site.say("late", data: .array(Array(repeating: 0, count: 60_000)))
        #expect(site.answers.count == 2)
        fixture.finish()
        #expect(await eventually { site.outcomes == ["malformed", "malformed", "ok"] })
    }

    @Test func `an id in use is refused, and the first request continues`() async throws {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        site.say("late")
        site.say("echo")
        #expect(site.outcomes == ["malformed"])
        fixture.finish()
        #expect(await eventually { site.outcomes == ["malformed", "ok"] })
        site.say("echo")
        #expect(site.outcomes == ["malformed", "ok", "ok"])
    }

    @Test func `ids of different documents and dialects do not collide`() throws {
        let fixture = DispatcherFixture()
        let sites = try (1...2).map { try Site(fixture.dispatcher, number: $0) }
        for site in sites {
            site.say("late")
            site.request("late")
            site.request("late")
        }
        #expect(fixture.dispatcher.pendingCount == 6)
        #expect(sites.allSatisfy { $0.answers == [] })
    }

    @Test func `pending requests and their bytes are limited for each document`() async throws {
        var limits = Limits()
        (limits.inFlightPerDocument, limits.bytesInFlightPerDocument) = (3, 1_000)
        let fixture = DispatcherFixture(limits: limits)
        let site = try Site(fixture.dispatcher)
        for _ in 0..<4 { site.request("late") }
        #expect(site.outcomes == ["tooMany"])
        let other = try Site(fixture.dispatcher, number: 2)
        other.say("late", id: "1", data: .string(String(repeating: "x", count: 500)))
        other.say("late", id: "2", data: .string(String(repeating: "x", count: 500)))
        #expect(other.outcomes == ["tooMany"])
        fixture.finish()
        #expect(await eventually { fixture.dispatcher.pendingCount == 0 })
        site.request("late")
        other.say("late", id: "2", data: .string(String(repeating: "x", count: 500)))
        #expect(fixture.dispatcher.pendingCount == 2)
    }

    @Test func `a result that no page could get is too large, and one without space at the moment is not`() async throws
    {
        var limits = Limits()
        limits.bytesUnfetchedPerDocument = 4_000
        let fixture = DispatcherFixture(limits: limits)
        let site = try Site(fixture.dispatcher)
        for (size, room) in [(5_000, 4_000), (5_000, 100), (3_000, 2_000), (3_000, 4_000)] {
            let text = String(repeating: "x", count: size)
            site.send(#"{"method":"echo","params":["\#(text)"]}"#, EthereumDialect(), room: room)
        }
        #expect(await eventually { site.answers.count == 4 })
        #expect(site.outcomes.sorted() == ["ok", "tooLarge", "tooLarge", "tooMany"])
        #expect(site.answers.contains { $0.contains("larger than the 4000 bytes that a page can receive at once") })
    }

    @Test func `a request times out once, and its work is cancelled`() async throws {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        site.say("sleep", id: "1")
        fixture.clock.advance(by: .seconds(29))
        site.say("late", id: "2")
        #expect(site.answers == [])
        #expect(await eventually { fixture.clock.sleeperCount == 2 })
        fixture.clock.advance(by: .seconds(1))
        #expect(await eventually { site.outcomes == ["timedOut"] && fixture.cancelled == 1 })
        #expect(await eventually { fixture.clock.sleeperCount == 1 })
        fixture.clock.advance(by: .seconds(29))
        #expect(await eventually { site.outcomes == ["timedOut", "timedOut"] })
        fixture.finish()
        await Task.yield()
        #expect(site.answers.count == 2)
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test func `a question has five minutes, counted from the arrival of its request`() async throws {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        site.say("ask")
        for _ in 0..<9 {
            #expect(await eventually { fixture.clock.sleeperCount == 1 })
            fixture.clock.advance(by: .seconds(30))
        }
        #expect(fixture.user.open.count == 1)
        #expect(await eventually { fixture.clock.sleeperCount == 1 })
        fixture.clock.advance(by: .seconds(30))
        #expect(await eventually { site.outcomes == ["timedOut"] && fixture.user.open.isEmpty })
        #expect(fixture.done == [])
    }

    @Test(arguments: [CancellationReason.navigated, .closed, .crashed])
    func `the end of a document ends its requests, once, and no others`(ending: CancellationReason) async throws {
        let fixture = DispatcherFixture()
        let (site, other) = (try Site(fixture.dispatcher), try Site(fixture.dispatcher, number: 2))
        for site in [site, other] { for method in ["sleep", "late", "ask"] { site.say(method, id: method) } }
        fixture.dispatcher.end(try #require(site.document), because: ending)
        #expect(site.outcomes == ["gone", "gone", "gone"])
        #expect(fixture.dispatcher.pendingCount == 3)
        #expect(await eventually { fixture.cancelled == 1 && fixture.user.open.count == 1 })
        fixture.finish()
        #expect(await eventually { other.outcomes == ["ok"] })
        #expect(site.answers.count == 3)
        fixture.dispatcher.end(try #require(site.document), because: ending)
        #expect(site.answers.count == 3)
    }

    @Test func `work that ends its own document when it starts is cancelled, too`() async throws {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        let document = try #require(site.document)
        fixture.onRequest = { fixture.dispatcher.end(document, because: .closed) }
        site.say("sleep")
        #expect(site.outcomes == ["gone"])
        #expect(await eventually { fixture.cancelled == 1 })
    }

    @Test func `locking ends everything`() async throws {
        let fixture = DispatcherFixture()
        let sites = try (1...3).map { try Site(fixture.dispatcher, number: $0) }
        for site in sites { for method in ["sleep", "ask"] { site.say(method, id: method) } }
        fixture.dispatcher.lock()
        #expect(sites.allSatisfy { $0.outcomes == ["locked", "locked"] })
        #expect(await eventually { fixture.cancelled == 3 && fixture.user.open.isEmpty })
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test func `an approved request that is being sent ends with its outcome, not by a timeout or a lock`()
        async throws
    {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        site.say("send")
        #expect(await eventually { fixture.user.open.count == 1 })
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.isLate })
        fixture.clock.advance(by: .seconds(301))
        fixture.dispatcher.lock()
        fixture.dispatcher.endAll(because: .switched)
        await Task.yield()
        #expect(site.answers == [])
        #expect(fixture.dispatcher.pendingCount == 1)
        fixture.finish()
        #expect(await eventually { site.outcomes == ["ok"] })
        #expect(fixture.dispatcher.pendingCount == 0)
    }

    @Test(arguments: [CancellationReason.navigated, .closed, .crashed])
    func `a page that closes while its request is being sent is not told that nothing was done`(
        ending: CancellationReason
    )
        async throws
    {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        site.say("send")
        #expect(await eventually { fixture.user.open.count == 1 })
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.isLate })
        fixture.dispatcher.end(try #require(site.document), because: ending)
        #expect(site.outcomes == ["gone"])
        #expect(site.answers.allSatisfy { $0.contains("may have been sent") && !$0.contains("nothing was done") })
        fixture.finish()
        await Task.yield()
        #expect(site.answers.count == 1)
    }

    @Test func `a request whose signed data was discarded has its deadline again`() async throws {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        site.say("send again")
        #expect(await eventually { fixture.user.open.count == 1 })
        fixture.user.answer(.approved)
        #expect(await eventually { fixture.user.questions.count == 2 })
        #expect(await eventually { fixture.clock.sleeperCount == 1 })
        fixture.clock.advance(by: .seconds(300))
        #expect(await eventually { site.outcomes == ["timedOut"] && fixture.user.open.isEmpty })
    }

    @Test func `a request that cannot be answered ends without an answer, and is reported`() throws {
        let fixture = DispatcherFixture()
        let site = try Site(fixture.dispatcher)
        var seen: [String] = []
        fixture.dispatcher.traffic.add { seen.append("\($0.direction.rawValue) \($0.text)") }
        site.send(#"{"command":"echo"}"#, LinkDialect())
        #expect(site.answers == [""])
        site.say("echo")
        #expect(
            seen == [
                #"request {"command":"echo"}"#, #"request {"messageId":"m","command":"echo","data":null}"#,
                #"answer {"messageId":"m","command":"echo","data":null}"#,
            ])
    }

    /// A user who is never asked.
    private final class NoApprover: Approver {
        func decide(_ question: PendingApproval) async -> Decision { .rejected }
    }
}

/// A dialect that counts the messages that it decodes.
private final class Counted: Dialect {
    let name = "counted"
    let tag = UInt8(ascii: "C")
    let sizes = Mutex<[Int]>([])

    func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage {
        sizes.withLock { $0.append(message.count) }
        return .silence("it is a test")
    }

    func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] { [] }
}
