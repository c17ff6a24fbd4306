import Bridge
import Foundation
import Harness
import WindowTesting
import GLibKit
import WalletUI
import WebHost

/// Runs the scenarios whose names contain one of the arguments, or all of them; `window FOLDER` shows a folder's page
/// in a window instead, `adjust` an approval, and `form` a form, for a person to use.
VirtualDisplay.avoidWayland()
if !MainLoop.start() {
    do {
        exit(try VirtualDisplay.run())
    } catch {
        print(error)
        exit(2)
    }
}

@MainActor func show(_ folder: String) async throws {
    let site = try await Site.serve(folder)
    let gate = Gate(approver: NoApprover())
    let view = WebView(
        dispatcher: RequestDispatcher(handler: Router([:]), gate: gate), profile: Profile(), options: WebView.Options())
    let window = BrowserWindow()
    window.show(view)
    view.load(site.url)
    try await Task.sleep(for: .seconds(3_600))
    window.close()
}

@MainActor func offered() -> [Scenario] {
    // Those on a chain need one, which scripts/chain brings along.
    if ProcessInfo.processInfo.environment["CHAIN"] != nil { return chainScenarios }
    return runScenarios + walletScenarios + personScenarios + approvalScenarios + phraseScenarios + adjustmentScenarios
        + formScenarios
        + memoryScenarios + vaultScenarios + restoreScenarios + importScenarios + exportScenarios + invoiceScenarios
        + cardScenarios
}

let arguments = Array(CommandLine.arguments.dropFirst())
Task {
    if arguments.first == "window", arguments.count == 2 {
        try await show(arguments[1])
    } else if arguments.first == "approve", arguments.count == 2 {
        try await ApprovalPage.show(arguments[1])
    } else if arguments == ["adjust"] {
        try await showAdjustments()
    } else if arguments == ["form"] {
        try await showForm()
    } else {
        exit(await Scenario.play(offered(), named: arguments))
    }
}
MainLoop.run()
