import ArgumentParser
import Bridge
import Dispatch
import EthereumWallet
import Foundation
import LocalServer
import Simulators
import WalletTerminal
import Network

/// `drawbridge-dev pay-gateway`: simulates WalletConnect Pay, for tests and demos.
struct PayGatewayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay-gateway", abstract: "Serve a simulated payment gateway on this computer, to test payments.",
        discussion: """
            Serves the API of WalletConnect Pay and its data-collection form at 127.0.0.1, with a shop if you ask for \
            one, and prints a link for each of its payments. It verifies signatures, and moves no money. A script or \
            /control sets what payments do and how they fail; see docs/how-to/test-payments.md.
            """)

    @Option(help: "The port; 0 for any free port.") var port: Int = 0
    @Option(
        help: "A payment to offer, by its name; can be repeated. Without it there is one of each.",
        transform: Self.preset)
    var payment: [PaymentPreset] = []
    @Option(help: "A file with a script.") var script: String?
    @Option(help: "Write all requests and responses to this file, one JSON object per line.") var record: String?
    @Option(help: "A certificate in PEM, for https; with --key.") var certificate: String?
    @Option(help: "The key of the certificate, in PEM.") var key: String?
    @Option(help: "The name of this machine in the form's address, instead of 127.0.0.1.") var host: String?
    @Option(help: "A value of App-Id to accept; can be repeated. The default is any.") var appId: [String] = []
    @Option(help: "A value of Api-Key to accept; can be repeated. The default is any.") var apiKey: [String] = []
    @Option(
        help:
            "The node (http:// to this machine, or https://) that must know transactions; without it any hash will do.")
    var node: String?
    @Flag(help: "Serve a shop too.") var shop = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("The port must be 0 to 65535.") }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key must be used together.")
        }
        guard let node else { return }
        do throws(NodeError) { _ = try Endpoint(text: node) } catch {
            throw ValidationError("The address of --node cannot be used. \(error.sentence)")
        }
    }

    func run() throws {
        var configuration = GatewaySimulator.Configuration(host: host, record: record)
        if let certificate, let key {
            configuration.identity = ServerIdentity(
                chain: try CommandFile.bytes(certificate), key: try CommandFile.bytes(key))
        }
        if let node { configuration.knows = Self.known(at: node) }
        if !appId.isEmpty { configuration.apps = Set(appId) }
        if !apiKey.isEmpty { configuration.keys = Set(apiKey) }
        let gateway = try GatewaySimulator(configuration)
        let shop = shop ? ShopSimulator(gateway: gateway) : nil
        let links = try payments(at: gateway)
        Task { [port] in
            do {
                try await gateway.start(port: port)
                try await shop?.start()
            } catch {
                Console.complain("\(error)")
                Foundation.exit(2)
            }
            Console.say("gateway \(gateway.address)")
            if let shop { Console.say("shop \(shop.address)") }
            for (name, link) in links { Console.say("\(name) \(link)") }
        }
        dispatchMain()
    }

    /// Creates the payments, and prints their names and links.
    private func payments(at gateway: GatewaySimulator) throws -> [(name: String, link: String)] {
        var links: [(String, String)] = []
        if let script {
            let script = try GatewayScript(JSON(parsing: CommandFile.bytes(script)))
            for payment in script.payments {
                let id = gateway.make(payment.plan, id: payment.id)
                for fault in payment.faults { gateway.inject(fault, for: id) }
                links.append((payment.name, gateway.link(to: id)))
            }
            for fault in script.faults { gateway.inject(fault) }
        }
        let presets = payment.isEmpty && script == nil ? PaymentPreset.allCases : payment
        for preset in presets {
            var plan = preset.plan
            // Developers need more time than a payer gets.
            if plan.expiresIn > 0 { plan.expiresIn = 3600 }
            links.append((preset.rawValue, gateway.link(to: gateway.make(plan))))
        }
        return links
    }

    /// Asks the node at `url` whether it knows a transaction; if it cannot be asked, the transaction counts as unknown.
    private static func known(at url: String) -> @Sendable (String, String) async -> Bool {
        let client = WebClient()
        return { hash, _ in
            let question: JSON = [
                "jsonrpc": "2.0", "id": 1, "method": "eth_getTransactionByHash", "params": [.string(hash)],
            ]
            let request = HTTPRequest(
                .post, url, headers: [("Content-Type", "application/json")], body: question.bytes)
            guard let answer = try? await client.send(request), let json = try? JSON(parsing: answer.body) else {
                return false
            }
            return json["result"]?.object != nil
        }
    }

    @Sendable private static func preset(_ name: String) throws -> PaymentPreset {
        guard let preset = PaymentPreset(rawValue: name) else {
            let names = PaymentPreset.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("The payments are \(names).")
        }
        return preset
    }
}
