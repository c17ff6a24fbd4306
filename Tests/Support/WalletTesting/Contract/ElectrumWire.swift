import Bridge
import Network
import TestServers

/// A connection to an Electrum server that shows what is on the wire.
final class ElectrumWire {
    private let connection: any LineConnection
    private var lines: AsyncThrowingStream<[UInt8], any Error>.Iterator
    private var last = 0

    /// The notifications so far.
    private(set) var notices: [JSON] = []

    /// Connects.
    init(to address: LineAddress) async throws {
        connection = try await SocketDialer(trusting: .only(pem: TestIdentity.authority())).connect(
            to: address, timeLimit: .seconds(30), lineLimit: 1 << 25)
        lines = connection.lines.makeAsyncIterator()
    }

    /// Connects, and says which versions of the protocol the client has.
    convenience init(to address: LineAddress, versions: JSON) async throws {
        try await self.init(to: address)
        _ = try await ask("server.version", "test", versions)
    }

    func close() async { await connection.close() }

    /// Sends a line.
    func send(_ line: String) async throws { try await connection.send(Array(line.utf8)) }

    /// The next message; `nil` if the connection has ended, or if nothing has come for half a minute.
    func next() async -> JSON? {
        let limit = Task { [connection] in
            try await Task.sleep(for: .seconds(30))
            await connection.close()
        }
        defer { limit.cancel() }
        do {
            guard let line = try await lines.next(isolation: #isolation) else { return nil }
            return try? JSON(parsing: line)
        } catch {
            // Only this side closes it so.
            isTooLate = error as? NetworkError == .closed
            return nil
        }
    }

    private var isTooLate = false

    /// Whether the server ends the connection and sends nothing before.
    func isEnded() async -> Bool { await next() == nil && !isTooLate }

    /// The answer to a question, with `result` or `error`; `null` if the connection has ended.
    func answer(_ method: String, _ params: [JSON]) async throws -> JSON {
        last += 1
        let id = JSON.number(JSONNumber(last))
        let question: JSON = [
            "jsonrpc": "2.0", "id": id, "method": .string(method), "params": .array(params),
        ]
        try await connection.send(question.bytes)
        while let message = await next() {
            if message["id"] == id { return message }
            notices.append(message)
        }
        return .null
    }

    /// The result of a question; `null` if there is an error instead.
    func ask(_ method: String, _ params: JSON...) async throws -> JSON {
        try await answer(method, params)["result"] ?? .null
    }

    /// The code of the error that a question leads to; `nil` if there is a result.
    func code(_ method: String, _ params: JSON...) async throws -> Int? {
        try await answer(method, params)["error"]?["code"]?.number?.integer
    }

    /// Waits for a notification that fits.
    func notice(_ method: String, where fits: ([JSON]) -> Bool = { _ in true }) async -> [JSON]? {
        func params(_ message: JSON) -> [JSON]? {
            message["method"]?.string == method ? message["params"]?.array : nil
        }
        while let place = notices.indices.first {
            let message = notices.remove(at: place)
            if let found = params(message), fits(found) { return found }
        }
        while let message = await next() { if let found = params(message), fits(found) { return found } }
        return nil
    }
}
