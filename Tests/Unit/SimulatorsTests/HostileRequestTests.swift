import Bridge
import LocalServer
import Simulators
import Testing

@Suite(.timeLimit(.minutes(15))) struct HostileRequestTests {
    private static let fields = "Host: 127.0.0.1\r\nWCP-Version: 2026-02-18\r\nApi-Key: key\r\nConnection: close\r\n"

    private func ask(_ gateway: GatewaySimulator, _ line: String, _ fields: String = "", body: String = "") async
        -> String
    {
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\nContent-Type: application/json\r\n"
        return await RawSocket.exchange(
            "\(line) HTTP/1.1\r\n\(Self.fields)\(fields)\(length)\r\n\(body)", with: gateway)
    }

    private func gateway() async throws -> (GatewaySimulator, String) {
        let gateway = try GatewaySimulator()
        try await gateway.start()
        return (gateway, "/v1/gateway/payment/\(gateway.make(.several))")
    }

    @Test(arguments: [
        ("no HTTP at all", "hello\r\n\r\n"),
        ("no version", "GET /\r\n\r\n"),
        ("two lengths", "POST /v1/payments HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        ("a length and chunks", "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ("a negative length", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
        ("a zero byte in a field", "GET / HTTP/1.1\r\nX: \0\r\n\r\n"),
        ("a field without end", "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 200_000)),
    ]) func `an invalid request is refused or dropped, and others are served`(_ name: String, _ text: String)
        async throws
    {
        let (gateway, path) = try await gateway()
        let answer = await RawSocket.exchange(text, with: gateway, ends: true)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400"), "\(name): \(answer)")
        #expect(await ask(gateway, "GET \(path)").hasPrefix("HTTP/1.1 200"))
    }

    @Test func `an oversized body is refused before it has arrived`() async throws {
        let (gateway, path) = try await gateway()
        let head = "POST \(path)/options HTTP/1.1\r\n\(Self.fields)Content-Length: 50000000\r\n\r\n"
        let body = [UInt8](repeating: 0x20, count: LoopbackServer.bodyLimit + 70_000)
        let answer = await RawSocket.exchange(Array(head.utf8) + body, with: gateway)
        #expect(answer.hasPrefix("HTTP/1.1 413"))
        #expect(gateway.count(.options) == 0)
    }

    @Test(arguments: [
        "", "null", "[]", "{", "{\"accounts\":null}", "{\"accounts\":[1]}", "{\"accounts\":[\"eip155:1\"]}",
        "{\"accounts\":[\"eip155:1:0x12\"]}", "{\"accounts\":[],\"refresh\":1}", "{\"accounts\":[],\"accounts\":[]}",
        "{\"accounts\":[\"eip155:1:0x1111111111111111111111111111111111111111 \"]}",
        "{\"accounts\":" + String(repeating: "[", count: 100_000),
    ]) func `options are not created for a malformed body`(_ body: String) async throws {
        let (gateway, path) = try await gateway()
        let answer = await ask(gateway, "POST \(path)/options", body: body)
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(body.prefix(80)): \(answer)")
    }

    @Test(arguments: [
        "{}", "{\"optionId\":\"\",\"results\":[]}", "{\"optionId\":\"a\",\"results\":{}}",
        "{\"optionId\":\"a\",\"results\":[{\"type\":\"other\",\"data\":[\"0x\"]}]}",
        "{\"optionId\":\"a\",\"results\":[{\"type\":\"walletRpc\",\"data\":[]}]}",
        "{\"optionId\":\"a\",\"results\":[{\"type\":\"walletRpc\",\"data\":[\"0x\",\"0x\"]}]}",
        "{\"optionId\":\"a\",\"results\":[],\"collectedData\":{\"fields\":[{\"id\":\"a\"}]}}",
        "{\"optionId\":\"a\",\"results\":[],\"collectedData\":{\"fields\":"
            + "[{\"id\":\"a\",\"value\":\"1\"},{\"id\":\"a\",\"value\":\"2\"}]}}",
    ]) func `a malformed body confirms nothing`(_ body: String) async throws {
        let (gateway, path) = try await gateway()
        #expect(await ask(gateway, "POST \(path)/confirm", body: body).hasPrefix("HTTP/1.1 400"))
    }

    @Test(arguments: [
        ("maxPollMs=-1", 400), ("maxPollMs=", 400), ("maxPollMs=1e3", 400), ("maxPollMs=99999999999999999999", 400),
        ("maxPollMs=%31", 200), ("maxPollMs=9223372036854775807", 200), ("maxPollMs=%zz", 400), ("maxPollMs=%ff", 400),
    ]) func `the wait time is a number in range`(_ query: String, _ status: Int) async throws {
        let (gateway, path) = try await gateway()
        #expect(await ask(gateway, "GET \(path)/status?\(query)").hasPrefix("HTTP/1.1 \(status)"))
    }

    @Test(arguments: [
        ("/v1/gateway/payment/%2e%2e%2f/status", 404), ("/v1/gateway/payment//status", 404),
        ("/../../etc/passwd", 404),
        ("/v1/gateway/payment/%zz/status", 400), ("/collect/../control/exchanges", 404), ("/collect/form.js/", 404),
        ("http://evil.example/v1/payments", 400), ("*", 400),
    ]) func `unknown paths are not found`(_ path: String, _ status: Int) async throws {
        let (gateway, _) = try await gateway()
        let answer = await ask(gateway, "GET \(path)")
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(path): \(answer.prefix(40))")
    }

    @Test func `the response to a wrong method names the allowed one`() async throws {
        let (gateway, path) = try await gateway()
        let answer = await ask(gateway, "DELETE \(path)/confirm")
        #expect(answer.hasPrefix("HTTP/1.1 405"))
        #expect(answer.contains("Allow: POST"))
    }

    @Test(arguments: [
        "Origin: https://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n", "Origin: null\r\n",
    ]) func `a page cannot control the gateway`(_ field: String) async throws {
        let (gateway, _) = try await gateway()
        #expect(await ask(gateway, "GET /control/calls", field).hasPrefix("HTTP/1.1 403"))
        #expect(await ask(gateway, "GET /control/calls").hasPrefix("HTTP/1.1 200"))
    }

    @Test func `another host name of this machine does not give access to the control`() async throws {
        let (gateway, _) = try await gateway()
        let answer = await RawSocket.exchange(
            "GET /control/exchanges HTTP/1.1\r\nHost: rebound.example:\(gateway.port)\r\nConnection: close\r\n\r\n",
            with: gateway)
        #expect(answer.hasPrefix("HTTP/1.1 403"))
    }

    @Test func `it listens on the loopback address only`() async throws {
        let (gateway, _) = try await gateway()
        #expect(gateway.address == "http://127.0.0.1:\(gateway.port)")
    }
}
