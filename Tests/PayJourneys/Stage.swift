import Foundation
import Harness
import Simulators
import WebHost

/// A gateway, and the wallet's program beside it, for one journey.
@MainActor final class Stage {
    let gateway: GatewaySimulator
    let folder: String
    private var programs: [Process] = []

    init() async throws {
        gateway = try GatewaySimulator()
        try await gateway.start()
        folder = FileManager.default.temporaryDirectory.path + "/drawbridge-pay-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func close() async {
        for program in programs where program.isRunning {
            program.terminate()
            program.waitUntilExit()
        }
        await gateway.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts the program that was built beside this one; what it keeps goes into the journey's folder.
    @discardableResult func start(_ arguments: [String], of name: String? = "drawbridge") throws -> Process {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        process.executableURL = name.map { own.deletingLastPathComponent().appending(path: $0) } ?? own
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["NO_AT_BRIDGE"] = nil
        environment["XDG_CONFIG_HOME"] = "\(folder)/config"
        environment["XDG_STATE_HOME"] = "\(folder)/state"
        environment["XDG_DATA_HOME"] = "\(folder)/data"
        process.environment = environment
        try process.run()
        programs.append(process)
        return process
    }

    /// Runs the program to its end, with `lines` as what is typed on the terminal.
    func run(_ arguments: [String], typing lines: [String] = []) throws {
        let process = Process()
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.executableURL = own.deletingLastPathComponent().appending(path: "drawbridge")
        process.arguments = arguments
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        input.fileHandleForWriting.write(Data(lines.map { "\($0)\n" }.joined().utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure("drawbridge \(arguments) failed") }
    }

    /// Begins to pay what `link` asks for, with the demo keys.
    func pay(_ link: String, _ more: [String] = []) throws -> Payer {
        let arguments = ["pay", link, "--demo", "--gateway", gateway.address, "--app-id", "journeys"]
        return try Payer(start(arguments + more))
    }

    /// Begins to pay a payment that has a name.
    func pay(_ preset: PaymentPreset, _ more: [String] = []) throws -> (payer: Payer, payment: String) {
        let payment = gateway.make(preset)
        return (try pay(gateway.link(to: payment), more), payment)
    }

    /// How the gateway says that `payment` stands.
    func status(of payment: String) -> String { gateway.state(of: payment)?.status ?? "none" }

    /// Waits until the gateway says that `payment` stands so.
    func expect(_ status: GatewayStatus, of payment: String, line: Int = #line) async throws {
        for _ in 0..<200 where self.status(of: payment) != status.rawValue {
            try await Task.sleep(for: .milliseconds(50))
        }
        try expectEqual(self.status(of: payment), status.rawValue, line: line)
    }

    /// Takes a picture of the screen, where `PORTRAITS` names a folder for them.
    func portray(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["PORTRAITS"] else { return }
        try await Task.sleep(for: .milliseconds(700))
        try Screenshot.write(to: "\(folder)/\(name).png")
    }
}
