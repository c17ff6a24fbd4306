import ArgumentParser
import Bridge
import Foundation
import HeadlessWallet
import Simulators
import Desktop
import GLibKit
import WalletApp
import WalletUI

/// `drawbridge-dev simulate-sumup`: simulates the SumUp app, for tests and demos.
struct SimulateSumUpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-sumup", abstract: "Simulate SumUp's app: read a sumupmerchant: link and answer it.",
        discussion: """
            `drawbridge-dev simulate-sumup --register` opens the sumupmerchant: links of this desktop with it. It gives \
            the answer of --answer, or asks for one in a window. No card is ever charged.
            """)

    @Argument(help: "The link that opens the app.") var link: String?
    @Option(help: "Answer without asking: success, failed or invalidstate.", transform: Self.known)
    var answer: SumUpReply?
    @Option(help: "The app to simulate: ios or android.", transform: Self.known)
    var platform = SumUpPlatform.iOS
    @Option(help: "SumUp's transaction code in the answer.") var code = "TSIM23B"
    @Flag(help: "Print the answer instead of opening it.") var print = false
    @Flag(help: "Open sumupmerchant: links with the simulated app.") var register = false
    @Flag(help: "Undo --register.") var unregister = false

    func validate() throws {
        guard [link != nil, register, unregister].count(where: { $0 }) == 1 else {
            throw ValidationError("Give exactly one of a link, --register and --unregister.")
        }
        if let link, link.utf8.count > AppIdentity.longestLink { throw ValidationError("The link is too long.") }
    }

    private static func known<Value: RawRepresentable & CaseIterable>(
        _ text: String
    ) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: text) else {
            let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("The value \(text.prefix(40)) is not one of \(all).")
        }
        return value
    }

    private static let id = "\(AppIdentity.id).simulate-sumup"

    func run() throws {
        try MainActor.assumeIsolated {
            if register { return try install() }
            if unregister {
                try DesktopEntries().remove(Self.id, schemes: [SumUpBook.appScheme])
                return Console.say("Removed.")
            }
            guard let link, let sale = SumUpSale(link, as: platform) else {
                Console.complain("SumUp's app would ignore this link.")
                throw ExitCode(1)
            }
            let shown = "\(sale.amountText) \(VisibleText.of(sale.currency))"
            Console.say("\(shown) for \(VisibleText.of(sale.title ?? "an unnamed item"))")
            if let answer { return try send(sale, answer) }
            try ask(sale, shown)
        }
    }

    @MainActor private func install() throws {
        var command = [AppIdentity.program, "simulate-sumup", "--platform", platform.rawValue, "--code", code]
        if let answer { command += ["--answer", answer.rawValue] }
        try DesktopEntries().install(
            DesktopEntry(
                id: Self.id, name: "SumUp (simulated)", comment: "Simulates SumUp's app; charges nothing",
                command: command, schemes: [SumUpBook.appScheme]))
        Console.say("This desktop now opens \(SumUpBook.appScheme): links with the simulated app.")
    }

    @MainActor private func send(_ sale: SumUpSale, _ reply: SumUpReply) throws {
        let code = reply == .invalidState ? "" : code
        let message = reply == .success ? "The payment went through." : "The payment did not go through."
        guard let callback = sale.callback(reply, code: code, as: platform, message: message) else {
            return Console.say("The request names no address for the answer.")
        }
        if print { return Console.say(callback) }
        guard Programs.open(callback) else {
            Console.complain("No program opens the answer: \(callback.prefix(200))")
            throw ExitCode(1)
        }
    }

    @MainActor private func ask(_ sale: SumUpSale, _ shown: String) throws {
        guard MainLoop.start() else { throw WalletAppError.noDisplay }
        var step = Screen(title: "SumUp (simulated)", heading: "Charge \(shown)?")
        step.rows = [Approval.Row("For", .untrusted(sale.title ?? "an unnamed item"))]
        if let name = sale.foreignID { step.rows.append(Approval.Row("Name", .untrusted(name))) }
        step.paragraphs = ["This is a simulation: no card is charged."]
        step.buttons = [
            .init(SumUpReply.invalidState.rawValue, label: "Not ready"),
            .init(SumUpReply.failed.rawValue, label: "Decline"),
            .init(SumUpReply.success.rawValue, label: "Approve", .next),
        ]
        let window = ScreenWindow(notice: "simulated, no money")
        window.onPress = { [self] button, _ in
            if let reply = SumUpReply(rawValue: button) { try? send(sale, reply) }
            MainLoop.stop()
        }
        window.onClose = { MainLoop.stop() }
        window.show(step)
        withExtendedLifetime(window) { MainLoop.run() }
        window.close()
    }
}
