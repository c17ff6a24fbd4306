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
    private static let sparePerAddress = 16

    private let configuration: RelayConfiguration
    private let wallClock: () -> UInt64
    private var peers: [String: Int] = [:]
    private var addresses: [String: Int] = [:]
    private let proxies: Set<PeerAddress>
    private var connections = 0
    private(set) var clients = 0

    /// Whether new clients are refused because the process ends.
    var isClosing = false

    init(_ configuration: RelayConfiguration, wallClock: @escaping () -> UInt64) {
        self.configuration = configuration
        self.wallClock = wallClock
        proxies = Set(configuration.proxies.compactMap { PeerAddress($0) })
    }

    // MARK: Connections

    /// Counts a new connection; `false` where there are too many.
    func connect(_ peer: PeerAddress) -> Bool {
        guard connections < configuration.limits.connections + Self.spare,
            proxies.contains(peer)
                || peers[peer.group, default: 0] < configuration.limits.connectionsPerAddress + Self.sparePerAddress
        else { return false }
        connections += 1
        peers[peer.group, default: 0] += 1
        return true
    }

    /// A connection that ``connect(_:)`` counted is gone.
    func disconnect(_ peer: PeerAddress) {
        connections -= 1
        Self.release(peer.group, from: &peers)
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
    func decide(_ head: HTTPRequestHead, peer: PeerAddress) -> Decision {
        let address = clientAddress(head, peer: peer).group
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
        do throws(RelayError) {
            return decide(head, try QueryItems(head.uri), address: address)
        } catch {
            guard case .query(let reason) = error else {
                return .refused(Refusal(status: .badRequest, name: "BadRequest", message: "The target is not valid."))
            }
            return .refused(Refusal(status: .badRequest, name: "BadRequest", message: reason))
        }
    }

    private func decide(_ head: HTTPRequestHead, _ query: QueryItems, address: String) -> Decision {
        let token = query[.token] ?? bearer(head)
        let project = query[.project]
        let refusal = refusal(head, project: project)
        if token == nil, project == nil || configuration.projects.contains(project ?? ""), query[.userAgent] == nil,
            configuration.servesLegacy
        {
            if let refusal { return .refused(refusal) }
            return .accepted(Client(id: ClientID(bytes: .random()), version: .legacy, address: address))
        }
        let decision = decide(token: token, refusal: refusal, address: address)
        guard case .refused(let refusal) = decision, query[.wantsCloseFrame] == "true" else { return decision }
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
    private func clientAddress(_ head: HTTPRequestHead, peer: PeerAddress) -> PeerAddress {
        guard proxies.contains(peer) else { return peer }
        let hops = head.headers[canonicalForm: "X-Forwarded-For"].map { PeerAddress(String($0)) }
        // What is not an address ends the search: whoever wrote it, nothing in front of it can be trusted.
        let last = hops.last { hop in hop.map { !proxies.contains($0) } ?? true }
        return (last ?? nil) ?? peer
    }
}
