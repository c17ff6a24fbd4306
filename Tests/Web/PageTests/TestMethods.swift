import Bridge

/// Methods for the tests of `invoke`, whose behaviour a test can see through.
@MainActor final class TestMethods {
    let table: MethodTable

    /// How many tasks were cancelled while they worked.
    private(set) var cancelled = 0

    /// How often a page said that it is ready for what comes.
    private(set) var asked = 0

    private var late: [CheckedContinuation<Void, Never>] = []

    private struct Greeting: Decodable { let name: String }

    private struct Copy: Encodable {
        let copy: BinaryData
        let list: [BinaryData]
        let size: Int
    }

    /// The name is taken.
    private struct NameTaken: PageError {
        let code = "nameTaken"
        let message = "This name is taken."
        let data: (any Encodable & Sendable)?
    }

    private struct SecretError: Error { let path = "/home/ada/secret" }

    init(gate: Gate, eventBus: EventBus) {
        table = MethodTable(gate: gate, eventBus: eventBus)
        addMethods()
    }

    /// How many requests wait for ``answerTheLate()``.
    var lateCount: Int { late.count }

    /// Lets every method return that waits.
    func answerTheLate() {
        for continuation in late { continuation.resume() }
        late = []
    }

    private func addMethods() {
        table.handle("greet") { (greeting: Greeting) in
            guard greeting.name != "taken" else { throw NameTaken(data: ["free": ["\(greeting.name)2"]]) }
            return "Hello, \(greeting.name)!"
        }
        table.handle("secret") { throw SecretError() }
        table.handle("echo") { (value: JSON) in value }
        table.handle("count") { 0 }
        table.handle("asked") { [weak self] in self?.asked += 1 }
        table.handle("sleep") { [weak self] in
            do {
                try await Task.sleep(for: .seconds(3_600))
            } catch {
                self?.cancelled += 1
            }
        }
        table.handle("late") { [weak self] (value: JSON) in
            await withCheckedContinuation { self?.late.append($0) }
            return value
        }
        table.handle("ask") { (invocation: Invocation) in
            try await invocation.approve("Do what the test asks.", verb: "Do")
        }
        table.handle("work") { (count: Int, invocation) in
            for step in 0..<count {
                invocation.progress(step + 1)
                await Task.yield()
            }
            return count
        }
        table.handle("flood") { (invocation: Invocation) in
            try await Task.sleep(for: .milliseconds(300))
            for _ in 0..<5_000 { invocation.progress(String(repeating: "x", count: 1_000)) }
            return 5_000
        }
        table.handle("bytes") { (value: [String: BinaryData]) in
            let data = value["data"] ?? BinaryData([])
            return Copy(copy: data, list: [BinaryData([]), BinaryData([7])], size: data.bytes.count)
        }
        table.handle("make") { (count: Int) in
            BinaryData((0..<min(count, 1 << 20)).map { UInt8(truncatingIfNeeded: $0 % 251) })
        }
        table.handle("size") { (data: BinaryData) in data.bytes.count }
    }
}
