import ArgumentParser
import Bridge
import Foundation
import HeadlessWallet
import Simulators
import SumUp
import Desktop
import GLibKit
import WalletTerminal
import WalletWindow
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
    @Option(help: "SumUp's transaction code in the answer.") var code = SimulatedSumUpApp.usualCode
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
                try DesktopEntries().remove(Self.id, schemes: [SumUpRequest.scheme])
                return Console.say("Removed.")
            }
            guard let link, let sale = SumUpSale(link, as: platform) else {
                Console.complain("SumUp's app would ignore this link.")
                throw ExitCode(1)
            }
            let shown = "\(sale.amountText) \(VisibleText.of(sale.currency))"
            Console.say("\(shown) for \(VisibleText.of(sale.title ?? "an unnamed item"))")
            let app = SimulatedSumUpApp(platform: platform, code: code)
            if let answer { return try send(app.answer(answer, to: sale)) }
            try ask(app, sale)
        }
    }

    @MainActor private func install() throws {
        var command = [AppIdentity.program, "simulate-sumup", "--platform", platform.rawValue, "--code", code]
        if let answer { command += ["--answer", answer.rawValue] }
        try DesktopEntries().install(
            DesktopEntry(
                id: Self.id, name: SimulatedSumUpApp.name, comment: "Simulates SumUp's app; charges nothing",
                command: command, schemes: [SumUpRequest.scheme]))
        Console.say("This desktop now opens \(SumUpRequest.scheme): links with the simulated app.")
    }

    /// Gives an answer to the program that requested the payment, or prints it.
    @MainActor private func send(_ answer: String?) throws {
        guard let answer else { return Console.say("The request names no address for the answer.") }
        if print { return Console.say(answer) }
        guard Programs.open(answer) else {
            Console.complain("No program opens the answer: \(answer.prefix(200))")
            throw ExitCode(1)
        }
    }

    @MainActor private func ask(_ app: SimulatedSumUpApp, _ sale: SumUpSale) throws {
        guard MainLoop.start() else { throw WalletError.noDisplay }
        app.endings.add { [self] ending in
            if case .answered(let url) = ending { try? send(url) }
            MainLoop.stop()
        }
        app.ask(about: sale)
        withExtendedLifetime(app) { MainLoop.run() }
    }
}
