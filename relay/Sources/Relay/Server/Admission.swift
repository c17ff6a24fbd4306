import Glibc
import NIOCore
import NIOHTTP1

/// Decides who may connect.
final class Admission {
    /// Who connects.
    struct Client {
        let id: ClientID
        let version: Session.Version
        let address: String
    }

    /// What is done with a request for a WebSocket.
    enum Decision {
        case accepted(Client)
        /// The connection is accepted only to say why it is closed: some clients cannot read HTTP errors.
        case closed(reason: String, address: String)
        case refused(Refusal)
    }

    /// An HTTP error.
    struct Refusal {
        let status: HTTPResponseStatus
        let name: String
        let message: String
    }

    /// So many connections may wait for their upgrade, or ask for a page, beyond those that are WebSockets.
    private static let spare = 512

    private let configuration: RelayConfiguration
    private let wallClock: () -> UInt64
    private var peers: [String: Int] = [:]
    private var addresses: [String: Int] = [:]
    private var connections = 0
    private(set) var clients = 0

    /// Whether new clients are refused because the process ends.
    var isClosing = false

    init(_ configuration: RelayConfiguration, wallClock: @escaping () -> UInt64) {
        self.configuration = configuration
        self.wallClock = wallClock
    }

    // MARK: Connections

    /// Counts a new connection; `false` where there are too many.
    func connect(_ peer: String) -> Bool {
        let isProxy = configuration.proxies.contains(peer)
        guard connections < configuration.limits.connections + Self.spare,
            isProxy || peers[peer, default: 0] < configuration.limits.connectionsPerAddress + 16
        else { return false }
        connections += 1
        peers[peer, default: 0] += 1
        return true
    }

    /// A connection that ``connect(_:)`` counted is gone.
    func disconnect(_ peer: String) {
        connections -= 1
        Self.release(peer, from: &peers)
    }

    /// Counts a WebSocket.
    func enter(_ address: String) {
        clients += 1
        addresses[address, default: 0] += 1
    }

    /// A WebSocket that ``enter(_:)`` counted is gone.
    func leave(_ address: String) {
        clients -= 1
        Self.release(address, from: &addresses)
    }

    private static func release(_ address: String, from counts: inout [String: Int]) {
        guard let count = counts[address] else { return }
        counts[address] = count > 1 ? count - 1 : nil
    }

    // MARK: Requests

    /// Decides about a request for a WebSocket from `peer`.
    func decide(_ head: HTTPRequestHead, peer: String) -> Decision {
        let address = clientAddress(head, peer: peer)
        let query = QueryItems(head.uri)
        if isClosing {
            return .refused(Refusal(status: .serviceUnavailable, name: "Closing", message: "The relay is stopping."))
        }
        guard clients < configuration.limits.connections else {
            return .refused(
                Refusal(status: .serviceUnavailable, name: "Full", message: "The relay has too many connections."))
        }
        guard addresses[address, default: 0] < configuration.limits.connectionsPerAddress else {
            return .refused(
                Refusal(
                    status: .tooManyRequests, name: "TooManyRequests",
                    message: "Too many connections from this address."))
        }
        let token = query["auth"] ?? bearer(head)
        let project = query["projectId"]
        let refusal = refusal(head, project: project)
        if token == nil, project == nil || configuration.projects.contains(project ?? ""), query["ua"] == nil,
            configuration.servesLegacy
        {
            if let refusal { return .refused(refusal) }
            return .accepted(Client(id: ClientID(bytes: .random()), version: .legacy, address: address))
        }
        let decision = decide(token: token, refusal: refusal, address: address)
        guard case .refused(let refusal) = decision, query["useOnCloseEvent"] == "true" else { return decision }
        return .closed(reason: "\(refusal.name): \(refusal.message)", address: address)
    }

    private func decide(token: String?, refusal: Refusal?, address: String) -> Decision {
        if let refusal { return .refused(refusal) }
        guard let token else {
            return .refused(
                Refusal(status: .unauthorized, name: "MissingJwt", message: "The parameter auth is missing."))
        }
        do throws(RelayError) {
            let seconds = Int(clamping: wallClock() / 1000)
            let token = try AuthToken(token, now: seconds, audiences: configuration.audiences)
            return .accepted(Client(id: token.client, version: .two, address: address))
        } catch {
            guard case .token(let fault) = error else {
                return .refused(Refusal(status: .unauthorized, name: "InvalidJwt", message: "The token is not valid."))
            }
            return .refused(Refusal(status: .unauthorized, name: "InvalidJwt", message: fault.rawValue))
        }
    }

    /// What speaks against the project or the origin.
    private func refusal(_ head: HTTPRequestHead, project: String?) -> Refusal? {
        if !configuration.projects.isEmpty {
            guard let project else {
                return Refusal(
                    status: .unauthorized, name: "ProjectIdNotSpecified",
                    message: "The parameter projectId is missing.")
            }
            guard configuration.projects.contains(project) else {
                return Refusal(
                    status: .unauthorized, name: "ProjectNotFound", message: "The project id is not known.")
            }
        }
        if !configuration.origins.isEmpty, let origin = head.headers.first(name: "Origin"),
            !configuration.origins.contains(origin)
        {
            return Refusal(status: .forbidden, name: "OriginNotAllowed", message: "The origin is not allowed.")
        }
        return nil
    }

    private func bearer(_ head: HTTPRequestHead) -> String? {
        guard let value = head.headers.first(name: "Authorization"), value.lowercased().hasPrefix("bearer ") else {
            return nil
        }
        return String(value.dropFirst(7))
    }

    /// The address of the client: the last one that a trusted proxy has added, or the peer itself.
    private func clientAddress(_ head: HTTPRequestHead, peer: String) -> String {
        guard configuration.proxies.contains(peer) else { return peer }
        let hops = head.headers[canonicalForm: "X-Forwarded-For"].map { String($0) }
        let last = hops.last { !configuration.proxies.contains(Self.group(of: $0) ?? "") }
        return last.flatMap(Self.group) ?? peer
    }

    /// The group that an address is counted with: an IPv4 address, or the first half of an IPv6 address.
    static func group(of address: SocketAddress) -> String {
        guard let text = address.ipAddress else { return "unix" }
        return group(of: text) ?? text
    }

    private static func group(of text: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return text }
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) {
            return bytes[12...].map { "\($0)" }.joined(separator: ".")
        }
        if bytes == [UInt8](repeating: 0, count: 15) + [1] { return "::1" }
        return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
    }
}

/// The query of a request's target.
struct QueryItems {
    private var items: [Substring: Substring] = [:]

    init(_ target: String) {
        guard let start = target.firstIndex(of: "?") else { return }
        for item in target[target.index(after: start)...].split(separator: "&").prefix(64) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            // The first of two counts, so that nothing that is added at the end replaces anything.
            if items[parts[0]] == nil { items[parts[0]] = parts[1] }
        }
    }

    /// The value of an item, without percent-encoding.
    subscript(name: Substring) -> String? {
        guard let value = items[name] else { return nil }
        var (bytes, rest): ([UInt8], Substring.UTF8View.SubSequence) = ([], value.utf8[...])
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(Hex.anyDigit)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
