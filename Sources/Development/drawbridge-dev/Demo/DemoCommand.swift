import ArgumentParser
import Bridge
import Glibc
import Harness
import GLibKit
import HeadlessWallet
import WalletTerminal
import WebHost
import WalletWindow
import WalletUI

/// `drawbridge-dev demo`: the example dapp in the wallet window.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Open the example dapp in the wallet window.",
        discussion: """
            With --headless, or without a display, the demo runs in a virtual display: it presses the buttons of the \
            page and of the dialogs, prints every message and verifies every signature.
            """)

    @Flag(help: "Run the demo in a virtual display.")
    var headless = false

    @Option(help: "With --headless: save a screenshot of an approval to this PNG file.")
    var screenshot: String?

    @Option(help: ArgumentHelp("Write every message to this file, one JSON object per line."))
    var record: String?

    @OptionGroup var sandbox: SandboxOption

    @Flag(help: .hidden)
    var printsMessages = false

    func validate() throws {
        if screenshot != nil, !headless { throw ValidationError("--screenshot needs --headless.") }
    }

    func run() throws {
        if headless || VirtualDisplay.isInside && !printsMessages {
            guard VirtualDisplay.isInside else { throw ExitCode(try VirtualDisplay.restart()) }
            return try MainActor.assumeIsolated { try journey() }
        }
        try MainActor.assumeIsolated {
            guard MainLoop.start() else {
                Console.say(
                    "There is no display, so the demo runs in a virtual one, and its buttons are pressed for you.")
                throw ExitCode(try VirtualDisplay.restart(CommandLine.arguments + ["--headless"]))
            }
            try openWindow()
        }
    }

    @MainActor private func openWindow() throws {
        sandbox.apply()
        let record = try record.map { try MessageRecord(writing: $0) }
        let shown = Shown()
        Task {
            do {
                let (site, shop) = (try await DappSite(), try await DemoShop())
                let cards = SimulatedSumUpApp()
                let practice = shop.practice(
                    with: .simulated(named: SimulatedSumUpApp.name) { [weak cards] in cards?.open($0) ?? false })
                let window = try WalletWindow(
                    profile: Profile(), keys: .demo(nodes: shop.nodes, practice: practice), payments: shop.settings)
                cards.endings.add { [weak window] in
                    if case .answered(let url?) = $0 { window?.takeAnswer(url) }
                }
                window.wallet.dispatcher.traffic.add { [printsMessages] trace in
                    if printsMessages { Console.say(MessageRecord.line(of: trace)) }
                    record?.add(trace)
                }
                window.window.onClose = { MainLoop.stop() }
                window.view.load("\(site.url)?\(shop.query)")
                window.keep(site)
                window.keep(shop)
                window.keep(cards)
                shown.window = window
            } catch {
                Console.complain("\(error)")
                Glibc.exit(2)
            }
        }
        withExtendedLifetime(shown) { MainLoop.run() }
    }

    /// The window that is shown, once it exists.
    @MainActor private final class Shown {
        var window: WalletWindow?
    }

    @MainActor private func journey() throws {
        let program = try DemoWindowProcess(record: record, withoutSandbox: sandbox.withoutSandbox)
        // This process controls the other's window, so it must not have windows of its own on the accessibility bus.
        setenv("NO_AT_BRIDGE", "1", 1)
        guard MainLoop.start() else { throw WalletError.noDisplay }
        let screenshot = screenshot
        Task {
            do {
                let journey = try Journey(using: program.id, screenshot: screenshot)
                let cards = try await journey.run()
                try JourneyReport(record: program.record).print(cards: cards)
                program.end()
                Glibc.exit(0)
            } catch {
                Console.complain("\(error)")
                program.end()
                Glibc.exit(1)
            }
        }
        MainLoop.run()
    }
}
