import Bridge
import WalletConnect

/// The commands of an app.
final class TestApp: Sendable {
    private let client: AppClient
    private let output: Output

    init(_ client: AppClient, _ output: Output) {
        self.client = client
        self.output = output
    }

    /// Runs a command; `false` if it is none of an app.
    func take(_ name: String, _ command: JSON, id: JSON) async throws -> Bool {
        switch name {
        case "connect":
            let version = SessionVersion(rawValue: command["version"]?.string ?? "v2") ?? .v2
            let session = try await client.connect(wanted(command), version: version) { link in
                output.write(["id": id, "link": .string(link)])
            }
            await write(session, id)
        case "authenticate":
            let request = SignInRequest(
                chains: chains(command), domain: "peer.example", audience: "https://peer.example/sign-in",
                nonce: command["nonce"]?.string ?? "", issuedAt: "2027-01-15T08:00:00Z")
            let result = try await client.authenticate(request, wanted(command)) { link in
                output.write(["id": id, "link": .string(link)])
            }
            output.write(["id": id, "signed": .array(result.accounts.map { .string($0.description) })])
            if let session = result.session { await write(session, id) }
        case "request":
            let result = try await session(command).request(
                command["method"]?.string ?? "", command["params"] ?? .array([]))
            output.write(["id": id, "result": result])
        case "ping":
            try await session(command).ping()
            output.write(["id": id, "result": true])
        case "disconnect":
            try await session(command).disconnect()
            output.write(["id": id, "result": true])
        case "sessions":
            let topics = await client.sessions().map { JSON.string($0.details.topic.description) }
            output.write(["id": id, "result": .array(topics)])
        default: return false
        }
        return true
    }

    private func write(_ session: AppSession, _ id: JSON) async {
        output.write([
            "id": id, "session": .string(session.details.topic.description),
            "accounts": .array(await session.accounts().map { .string($0.description) }),
            "peer": .string(session.details.peer.name),
        ])
    }

    private func chains(_ command: JSON) -> [ChainID] {
        let chains = command["chains"]?.texts.compactMap { ChainID($0) } ?? []
        return chains.isEmpty ? [ChainID(eip155: 1)] : chains
    }

    private func wanted(_ command: JSON) -> ProposalNamespaces {
        ProposalNamespaces([
            ProposalNamespaces.Entry(
                "eip155", chains: chains(command).map(\.description),
                methods: command["methods"]?.texts ?? ["personal_sign"], events: ["accountsChanged", "chainChanged"])
        ])
    }

    private func session(_ command: JSON) async throws -> AppSession {
        let topic = command["session"]?.string
        guard let session = await client.sessions().first(where: { $0.details.topic.description == topic }) else {
            throw WalletConnectError.session(.unknownSession)
        }
        return session
    }
}
