import Foundation
import WindowTesting
import Simulators

/// A user's payments, from the link to the end.
typealias Journey = WebTest<JourneyContext>

extension WebTest where Context == JourneyContext {
    /// Creates a test with a gateway and a folder.
    init(_ name: String, _ body: @escaping @MainActor (JourneyContext) async throws -> Void) {
        self.init(name, in: { try await JourneyContext() }, body)
    }
}

/// A gateway, and the wallet's program beside it, for one journey.
@MainActor final class JourneyContext: TestContext {
    let gateway: GatewaySimulator
    let folder: String
    let record: [String] = []
    private var programs: [Program] = []

    init() async throws {
        gateway = try GatewaySimulator()
        try await gateway.start()
        folder = FileManager.default.temporaryDirectory.path + "/drawbridge-pay-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func close() async {
        for program in programs { program.end() }
        await gateway.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The folders in which the programs of a test store their data, instead of the user's folders.
    private var folders: [String: String?] {
        [
            "NO_AT_BRIDGE": nil, "XDG_CONFIG_HOME": "\(folder)/config", "XDG_STATE_HOME": "\(folder)/state",
            "XDG_DATA_HOME": "\(folder)/data",
        ]
    }

    /// Starts the program that was built beside this one, or this one; what it keeps goes into the journey's folder.
    func start(
        _ arguments: [String], of name: String? = "drawbridge", with variables: [String: String] = [:]
    ) throws -> Program {
        let program = try Program(arguments, of: name, with: folders.merging(variables) { $1 })
        programs.append(program)
        return program
    }

    /// Runs the wallet's program to its end, with `lines` as what is typed on the terminal.
    func run(_ arguments: [String], typing lines: [String] = []) throws {
        try Program.wallet(arguments, typing: lines, with: folders)
    }

    /// Creates a separate wallet, and configures the gateway for it.
    func makeWallet() throws {
        try Sample.make(in: wallets)
        try run(["payments", "set"] + service)
    }

    /// The folder of the wallets.
    var wallets: String { "\(folder)/wallets" }

    /// Begins to pay what `link` asks for, with the demo keys.
    func pay(_ link: String, _ more: [String] = [], with variables: [String: String] = [:]) throws -> Payer {
        try Payer(start(["pay", link, "--demo"] + service + more, with: variables))
    }

    /// Begins to pay a payment that has a name.
    func pay(
        _ preset: PaymentPreset, _ more: [String] = [], with variables: [String: String] = [:]
    ) throws -> (payer: Payer, payment: String) {
        let payment = gateway.make(preset)
        return (try pay(gateway.link(to: payment), more, with: variables), payment)
    }

    /// The program's configuration of the gateway.
    var service: [String] { ["--gateway", gateway.address, "--app-id", "journeys"] }

    /// The status of `payment` at the gateway.
    func status(of payment: String) -> String { gateway.state(of: payment)?.status ?? "none" }

    /// Waits until `payment` has this status at the gateway.
    func expect(_ status: GatewayStatus, of payment: String, line: Int = #line) async throws {
        try? await waitUntil("the payment is \(status)") { self.status(of: payment) == status.rawValue }
        try expectEqual(self.status(of: payment), status.rawValue, line: line)
    }

    /// Waits until `payer` sees that `amount` was paid and the gateway reports the same; then closes the window.
    func expectPaid(_ amount: String, for payment: String, by payer: Payer, line: Int = #line) async throws {
        try await payer.sees("You paid \(amount)")
        try await expect(.succeeded, of: payment, line: line)
        try expectEqual(gateway.count(.confirm, for: payment), 1, line: line)
        try await payer.finish("Done", status: 0, line: line)
    }
}
