import Bitcoin
import Bridge
import EthereumWallet
import Foundation
import Network
import Synchronization
import TestServers
import TestSupport
import Testing
import WalletCore

@testable import BitcoinWallet

/// The servers of the list of scam sites and of the registry of token names, with each fault.
@Suite(.timeLimit(.minutes(5))) struct ListFaultTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "lists-\(UUID().uuidString)")

    private enum Fault: String, CaseIterable {
        case denies = "HTTP 403"
        case rations = "HTTP 429"
        case breaks = "HTTP 503"
        case moves = "HTTP 302"
        case page = "sends a page"
        case other = "sends something else"
        case empty = "sends an empty list"
        case part = "sends a tenth"
        case truncates, closes, stalls
        case tooLarge = "sends too much"
        case stranger = "has another certificate"
    }

    private static let hosts = (0..<20).map { "\"bad\($0).example\"" }

    private static func sites(_ count: Int) -> String {
        "{\"blacklist\": [\(hosts.prefix(count).joined(separator: ", "))]}"
    }

    private static func registry(_ count: Int) -> String {
        let identities = (0..<count).map { number in
            let id = String(repeating: number < 10 ? "0\(number)" : "\(number)", count: 32)
            return """
                "\(id)": {"2022-06-01T12:00:00Z": {"name": "T\(number)",
                "token": {"category": "\(id)", "symbol": "T\(number)", "decimals": 2}}}
                """
        }
        return """
            {"$schema": "https://cashtokens.org/bcmr-v2.schema.json", "version": {"major": 0, "minor": 1, "patch": 0},
            "latestRevision": "2023-01-01T00:00:00.000Z", "registryIdentity": {"name": "R"},
            "identities": {\(identities.joined(separator: ", "))}}
            """
    }

    /// A client that waits for a silent server less long than the wallet does.
    private struct Impatient: HTTPSender {
        let client: WebClient
        let limit: Duration

        func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
            var request = request
            request.timeLimit = limit
            return try await client.send(request)
        }
    }

    private static func serve(_ fault: Fault?, _ list: @escaping @Sendable (Int) -> String) async throws -> SocketPeer {
        try await SocketPeer(fault == .stranger ? .untrusted : .server) { connection in
            guard try await connection.request() != nil else { return }
            let whole = Array(list(20).utf8)
            switch fault {
            case nil: try await connection.respond(whole)
            case .denies: try await connection.respond(whole, status: "403 Forbidden")
            case .rations: try await connection.respond(Array("slow down".utf8), status: "429 Too Many Requests")
            case .breaks: try await connection.respond(whole, status: "503 Service Unavailable")
            case .moves:
                try await connection.send(
                    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
            case .page: try await connection.respond(Array("<html><body>Sign in</body></html>".utf8), type: "text/html")
            case .other: try await connection.respond(Array(#"{"jsonrpc": "2.0", "id": 1, "result": []}"#.utf8))
            case .empty: try await connection.respond(Array(list(0).utf8))
            case .part: try await connection.respond(Array(list(2).utf8))
            case .truncates:
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(whole.count)\r\n\r\n")
                try await connection.send(Array(whole.prefix(whole.count - 9)))
                await connection.abort()
            case .closes: await connection.abort()
            case .stalls: try await connection.end()
            case .tooLarge:
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
                try await connection.send(whole)
                try await connection.end()
            case .stranger: Issue.record("the request arrived")
            }
        }
    }

    @Test func `whatever the server of a list does, the stored list stays until another whole one is there`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let client = WebClient(trusting: try .only(pem: TestIdentity.authority()))
        let sites = PhishingListFile(folder.appending(path: "sites.json"))
        let registry = TokenRegistryFile(folder.appending(path: "registry.json"), now: { 1_700_000_000 })
        var rows: [[String]] = []
        for fault in [nil] + Fault.allCases {
            var cells: [String] = []
            let sender = Impatient(client: client, limit: fault == .stalls ? .milliseconds(700) : .seconds(60))
            for kind in 0..<2 {
                let peer = try await Self.serve(fault, kind == 0 ? Self.sites : Self.registry)
                let address = "https://localhost:\(peer.port)/list.json"
                do throws(RPCError) {
                    if kind == 0 {
                        _ = try await sites.update(from: address, through: sender)
                    } else {
                        _ = try await registry.update(from: address, through: sender)
                    }
                    cells.append("used")
                } catch {
                    cells.append(error.sentence)
                }
                await peer.close()
                let count = kind == 0 ? await sites.load()?.count : await registry.load()?.count
                #expect(count == 20, "\(fault?.rawValue ?? "honest")")
            }
            rows.append([fault?.rawValue ?? "works"] + cells)
        }
        #expect(rows.dropFirst().allSatisfy { !$0.contains("used") })
        try CheckedTable(named: "lists", in: "docs/server-faults.md").check(
            ["server", "scam sites", "token names"], rows)
    }
}
