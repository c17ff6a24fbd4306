import TestSupport
import Testing

@testable import Bridge

/// The golden messages of `invoke`, on the program's side; `web/tests` tests the page's side.
@MainActor @Suite struct GoldenInvokeTests {
    private struct Greeting: Decodable { let name: String }

    private struct Picture: Codable { var image: BinaryData }

    /// The name is already taken, with the picture as data.
    private struct NameTaken: PageError {
        let code = "nameTaken"
        let message = "This name is taken."
        let data: (any Encodable & Sendable)?
    }

    @Test func `each golden message gets its golden reply and golden events`() async throws {
        let file = try #require(try GoldenMessages.all(of: InvokeDialect.title).first)
        #expect(file.exchanges.count == 11)
        for exchange in file.exchanges { try await check(exchange) }
    }

    private func check(_ exchange: JSON) async throws {
        let about: Comment = "\(exchange["name"]?.text ?? "")"
        let eventBus = EventBus()
        let gate = Gate(approver: PatientUser())
        let methods = MethodTable(gate: gate, eventBus: eventBus)
        let dispatcher = RequestDispatcher(handler: methods, gate: gate)
        let site = try Site(dispatcher)
        methods.origins = [site.peer.origin]
        var events: [JSON] = []
        let subscription = eventBus.subscribe { event, audience in
            guard audience.contains(site.peer), let text = InvokeDialect().encode(event) else { return }
            if let message = try? JSON(parsing: text) { events.append(message) }
        }
        add(to: methods, replying: exchange["reply"])
        if let request = exchange["request"] { site.send(request.text, InvokeDialect()) }
        if exchange["cancels"] == true { site.send(#"{"cancel":1}"#, InvokeDialect()) }
        switch exchange["emits"] {
        case "tick": eventBus.announce(.named("tick", EncodedValue(7)), to: site.peer.origin)
        case "picture":
            let picture = try EncodedValue(encoding: Picture(image: BinaryData([1, 2, 3])))
            eventBus.announce(.named("picture", picture), to: site.peer.origin)
        default: break
        }
        withExtendedLifetime(subscription) {}
        #expect(site.answers.first == exchange["reply"]?.text, about)
        #expect(JSON.array(events) == exchange["events"] ?? [], about)
    }

    private func add(to methods: MethodTable, replying reply: JSON?) {
        methods.handle("greet") { (greeting: Greeting) in
            if reply?["error"]?["buffers"] != nil { throw NameTaken(data: ["face": BinaryData([1, 2, 3])]) }
            if reply?["error"] != nil { throw NameTaken(data: ["free": ["\(greeting.name)2"]]) }
            return "Hello, \(greeting.name)!"
        }
        methods.handle("stop") {}
        methods.handle("blur") { (picture: Picture) in
            let mean = picture.image.bytes.reduce(0, +) / 3
            return Picture(image: BinaryData(picture.image.bytes.map { _ in mean }))
        }
        methods.handle("count") { (invocation: Invocation) in
            for step in 1...2 { invocation.progress(["step": step]) }
            return 2
        }
        methods.handle("sleep") { try await Task.sleep(for: .seconds(3_600)) }
    }
}
