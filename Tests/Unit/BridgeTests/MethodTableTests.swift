import TestSupport
import Testing

@testable import Bridge

/// Methods as closures, called in the `invoke` dialect.
@MainActor @Suite struct MethodTableTests {
    private struct Greeting: Decodable { let name: String }

    private enum GreetingError: String, PageError {
        case nameTaken
        var message: String { "This name is taken." }
        var data: (any Encodable & Sendable)? { ["free": ["y"]] }
    }

    private struct SecretError: Error { let path = "/home/ada/secret" }

    private let clock = ManualClock()
    private let user = PatientUser()
    private let log = LogRecorder()
    private let eventBus = EventBus()
    private let methods: MethodTable
    private let dispatcher: RequestDispatcher
    private let site: Site

    init() throws {
        let gate = Gate(approver: user, time: clock.time)
        methods = MethodTable(gate: gate, eventBus: eventBus, log: log.logger("test"))
        dispatcher = RequestDispatcher(handler: methods, gate: gate, time: clock.time)
        site = try Site(dispatcher)
        methods.origins = [site.peer.origin]
    }

    private func invoke(_ method: String, _ params: JSON = .null, id: Int = 1) {
        let message: JSON = ["id": .number(JSONNumber(id)), "method": .string(method), "params": params]
        site.send(message.text, InvokeDialect())
    }

    private func cancel(_ id: Int) { site.send(#"{"cancel":\#(id)}"#, InvokeDialect()) }

    /// The code of each error, and `ok` for results.
    private var outcomes: [String] {
        site.answers.map { (try? JSON(parsing: $0))?["error"]?["code"]?.string ?? "ok" }
    }

    private static let cancelled =
        #"{"error":{"code":"gone","message":"The page cancelled the request."}}"#

    @Test func `a method gets its parameters, and the page its result`() {
        methods.handle("greet") { (greeting: Greeting) in "Hello, \(greeting.name)!" }
        methods.handle("count") { 7 }
        methods.handle("stop") {}
        methods.handle("set") { (_: Greeting) in }
        methods.handle("who") { (invocation: Invocation) in invocation.origin.description }
        methods.handle("both") { (greeting: Greeting, invocation) in [greeting.name, invocation.origin.host] }
        methods.handle("bytes") { (data: BinaryData) in ["copy": BinaryData(data.bytes.reversed())] }
        invoke("greet", ["name": "Ada"])
        for method in ["count", "stop", "who"] { invoke(method) }
        invoke("set", ["name": "x"])
        invoke("both", ["name": "x"])
        invoke("bytes", "AQI=")
        #expect(
            site.answers == [
                #"{"result":"Hello, Ada!"}"#, #"{"result":7}"#, #"{"result":null}"#,
                #"{"result":"https://shop.example"}"#, #"{"result":null}"#, #"{"result":["x","shop.example"]}"#,
                #"{"result":{"copy":"AgE="},"buffers":[["copy"]]}"#,
            ])
    }

    @Test func `a page gets the errors that are meant for it, and no others`() {
        methods.handle("greet") { (_: Greeting) -> String in throw GreetingError.nameTaken }
        methods.handle("secret") { () -> String in throw SecretError() }
        methods.handle("refuse") { () -> String in throw RPCError.rejected }
        methods.handle("infinite") { Double.infinity }
        invoke("greet", ["name": 7])
        invoke("greet", ["name": "x"])
        for method in ["secret", "refuse", "infinite", "none"] { invoke(method) }
        #expect(
            site.answers == [
                #"{"error":{"code":"invalidParameters","message":"“name” must be a string."}}"#,
                #"{"error":{"code":"nameTaken","message":"This name is taken.","data":{"free":["y"]}}}"#,
                #"{"error":{"code":"failed","message":"The method failed."}}"#,
                #"{"error":{"code":"rejected","message":"User rejected the request."}}"#,
                #"{"error":{"code":"failed","message":"The value is not a finite number."}}"#,
                #"{"error":{"code":"unknownMethod","message":"The method “none” does not exist / is not available."}}"#,
            ])
    }

    @Test func `only pages of its origins may call a method`() throws {
        var calls = 0
        methods.handle("greet") { calls += 1 }
        let refused =
            #"{"error":{"code":"unauthorized","message":"Pages of https://shop.example may not call this program."}}"#
        for origins in [[], [try Origin(serialized: "http://shop.example")]] {
            methods.origins = Set(origins)
            invoke("greet")
            invoke("none")
        }
        #expect(site.answers == Array(repeating: refused, count: 4))
        #expect(calls == 0)
    }

    @Test func `a cancelled request ends once, its work is cancelled, and others continue`() async throws {
        var cancelled = 0
        methods.handle("sleep") { [clock] () -> Int in
            do { try await clock.time.sleep(.seconds(86_400)) } catch { cancelled += 1 }
            return 7
        }
        invoke("sleep", id: 1)
        invoke("sleep", id: 2)
        cancel(1)
        #expect(site.answers == [Self.cancelled, "{}"])
        #expect(await eventually { cancelled == 1 })
        cancel(1)
        cancel(3)
        #expect(site.answers == [Self.cancelled, "{}", "{}", "{}"])
        #expect(dispatcher.pendingCount == 1)
        dispatcher.end(try #require(site.document), because: .closed)
        #expect(await eventually { cancelled == 2 })
        #expect(site.answers.count == 5)
    }

    @Test func `a request is cancelled only by its own document, in its own dialect`() throws {
        methods.handle("sleep") { [clock] in try await clock.time.sleep(.seconds(86_400)) }
        invoke("sleep")
        let other = try Site(dispatcher, number: 2)
        other.send(#"{"cancel":1}"#, InvokeDialect())
        #expect(other.answers == ["{}"])
        #expect(site.answers == [])
        #expect(dispatcher.pendingCount == 1)
    }

    @Test func `a request that cancels itself while it begins ends once, and its work is cancelled`() async {
        var cancelled = 0
        methods.handle("sleep") { [clock] in
            cancel(1)
            do { try await clock.time.sleep(.seconds(86_400)) } catch { cancelled += 1 }
        }
        invoke("sleep")
        #expect(site.answers == [Self.cancelled, "{}"])
        #expect(await eventually { cancelled == 1 })
        #expect(dispatcher.pendingCount == 0)
    }

    @Test func `a cancellation without a matching request is answered, and ends nothing`() {
        methods.handle("sleep") { [clock] in try await clock.time.sleep(.seconds(86_400)) }
        for id in 1...1_024 { invoke("sleep", id: id) }
        for id in 2_000..<12_000 { cancel(id) }
        #expect(site.answers == Array(repeating: "{}", count: 10_000))
        #expect(dispatcher.pendingCount == 1_024)
    }

    @Test func `a second method with a name replaces the first, and the log says so`() async {
        methods.handle("greet") { "first" }
        #expect(log.text.isEmpty)
        methods.handle("greet") { "second" }
        #expect(log.mentions("replaces one with the same name"))
        invoke("greet")
        #expect(await eventually { site.answers == [#"{"result":"second"}"#] })
    }

    @Test func `an own error with a code of the bridge's is sent, and the log says so`() async {
        struct Refusal: PageError {
            let code = "unauthorized"
            let message = "The till is closed."
        }
        methods.handle("pay") { () throws -> String in throw Refusal() }
        invoke("pay")
        #expect(await eventually { site.answers.count == 1 && site.answers[0].contains("The till is closed.") })
        #expect(log.mentions("the bridge has errors with the code"))
    }

    @Test func `cancelling withdraws the question, and nothing is done`() async {
        var done = 0
        methods.handle("pay") { (invocation: Invocation) in
            try await invocation.approve("Pay 5 coins.", verb: "Pay")
            done += 1
        }
        invoke("pay")
        #expect(await eventually { user.open.count == 1 })
        cancel(1)
        #expect(site.answers == [Self.cancelled, "{}"])
        #expect(await eventually { user.open.isEmpty })
        invoke("pay", id: 2)
        #expect(await eventually { user.open.count == 1 })
        user.answer(.approved)
        #expect(await eventually { done == 1 && site.answers.last == #"{"result":null}"# })
    }

    @Test func `a committed request is not cancelled, and reports its outcome`() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        methods.handle("send") { (invocation: Invocation) in
            try invocation.commit()
            for await _ in stream { break }
            return "sent"
        }
        invoke("send")
        cancel(1)
        #expect(site.answers == ["{}"])
        continuation.yield()
        #expect(await eventually { site.answers == ["{}", #"{"result":"sent"}"#] })
    }

    @Test func `a method may have its own time limit, and a question extends it`() async {
        methods.handle("quick", within: .seconds(5)) { [clock] in try await clock.time.sleep(.seconds(86_400)) }
        methods.handle("slow", within: .seconds(60)) { [clock] in try await clock.time.sleep(.seconds(86_400)) }
        methods.handle("ask", within: .seconds(5)) { (invocation: Invocation) in
            try await invocation.approve("Do it.", verb: "Do")
        }
        invoke("quick", id: 1)
        invoke("slow", id: 2)
        invoke("ask", id: 3)
        #expect(await eventually { clock.sleeperCount > 2 })
        clock.advance(by: .seconds(5))
        #expect(await eventually { outcomes == ["timedOut"] })
        var passed = 5
        while outcomes.count < 2, passed < 200 {
            clock.advance(by: .seconds(5))
            passed += 5
            for _ in 0..<100 { await Task.yield() }
        }
        #expect(outcomes == ["timedOut", "timedOut"])
        #expect(passed >= 60)
        user.answer(.approved)
        #expect(await eventually { dispatcher.pendingCount == 0 && site.answers.count == 3 })
    }

    @Test func `progress and events reach the page's document in order, and none after the end`() async {
        var messages: [String] = []
        let subscription = eventBus.subscribe { event, audience in
            guard audience.contains(site.peer), let text = InvokeDialect().encode(event) else { return }
            messages.append(String(decoding: text, as: UTF8.self))
        }
        var kept: Invocation?
        methods.handle("work") { (invocation: Invocation) in
            for step in 1...3 { invocation.progress(["step": step]) }
            invocation.progress(BinaryData([1]))
            invocation.progress(Double.nan)
            kept = invocation
        }
        invoke("work", id: 9)
        kept?.progress("late")
        eventBus.announce(.named("tick", EncodedValue(1)), to: site.peer.origin)
        eventBus.announce(.connect(chainID: "0x1"), to: site.peer.origin)
        withExtendedLifetime(subscription) {}
        #expect(
            messages == [
                #"{"progress":9,"data":{"step":1}}"#, #"{"progress":9,"data":{"step":2}}"#,
                #"{"progress":9,"data":{"step":3}}"#, #"{"progress":9,"data":"AQ==","buffers":[[]]}"#,
                #"{"event":"tick","data":1}"#,
            ])
    }
}
