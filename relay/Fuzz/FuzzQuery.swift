import CSodium
import NIOHTTP1

@testable import Relay

/// What a request for a WebSocket says: its target, and the headers that are read, one on each further line.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: input(start, count), as: UTF8.self)
    let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    let target = lines[0]
    do throws(RelayError) {
        let query = try QueryItems(target)
        hold(target.utf8.count <= QueryItems.mostBytes, "a target is limited")
        for name in [QueryItems.Name.token, .project, .userAgent, .wantsCloseFrame] {
            if let value = query[name] { hold(value.utf8.count <= target.utf8.count, "a value is in the target") }
        }
        if let token = query[.token] { hold((try? AuthToken(token, now: 1_700_000_000)) == nil, "no token is forged") }
    } catch {
        guard case .query(let reason) = error else { return 0 }
        hold(!reason.isEmpty, "a refusal has a reason")
    }
    decide(target, lines.dropFirst())
    if let url = try? RedisURL(target) {
        hold(!url.host.isEmpty && 1...65535 ~= url.port && url.database >= 0, "a URL has a host, a port and a database")
    }
    return 0
}

// Unsafe is right because libFuzzer calls from one thread.
nonisolated(unsafe) private let admission: Admission = {
    _ = sodium_init()
    var configuration = RelayConfiguration()
    configuration.proxies = ["192.0.2.1"]
    configuration.projects = ["p"]
    return Admission(configuration) { 1_700_000_000_000 }
}()

/// Nobody is admitted without a token, but clients of the legacy bridge with the right project.
private func decide(_ target: String, _ values: ArraySlice<String>) {
    var headers = HTTPHeaders()
    for (name, value) in zip(["X-Forwarded-For", "Authorization", "Origin"], values) {
        headers.add(name: name, value: value)
    }
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: headers)
    guard let proxy = PeerAddress("192.0.2.1") else { return hold(false, "an address is one") }
    switch admission.decide(head, peer: proxy) {
    case .accepted(let client):
        hold(client.version == .legacy, "no token is forged")
        hold((try? QueryItems(target))?[.project] == "p", "the project is the right one")
        hold(client.address.utf8.count <= 39, "an address is short")
    case .closed(let reason, _): hold(!reason.isEmpty, "a client is told why")
    case .refused(let refusal): hold(400...599 ~= refusal.status.code, "a refusal is an error")
    }
}
