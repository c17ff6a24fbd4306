import Bridge
import Foundation
import Harness
import WebHost

/// Runs the scenarios whose names contain one of the arguments, or all of them; `window FOLDER` shows a folder's page in
/// a window instead, `adjust` an approval, and `form` a form, for a person to use.
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
    let gate = Gate(approver: Nobody())
    let view = WebView(hall: Hall(handler: Router([:]), gate: gate), profile: Profile(), options: WebView.Options())
    let window = BrowserWindow()
    window.show(view)
    view.load(site.url)
    try await Task.sleep(for: .seconds(3_600))
    window.close()
}

@MainActor func runScenarios(named words: [String]) async -> Int32 {
    let all =
        runScenarios + walletScenarios + personScenarios + adjustmentScenarios + formScenarios + vaultScenarios
        + restoreScenarios + importScenarios + exportScenarios + invoiceScenarios + cardScenarios
    // Those on a chain need one, which .ci/chain brings along.
    let offered = ProcessInfo.processInfo.environment["CHAIN"] == nil ? all : chainScenarios
    let chosen = offered.filter { scenario in words.isEmpty || words.contains { scenario.name.contains($0) } }
    var failures = 0
    for scenario in chosen {
        do {
            let workshop = try Workshop()
            defer { workshop.close() }
            do {
                try await scenario.body(workshop)
            } catch {
                failures += 1
                print("✘ \(scenario.name): \(error)\n\(workshop.lines.joined(separator: "\n"))")
            }
        } catch {
            failures += 1
            print("✘ \(scenario.name): \(error)")
        }
    }
    print("\(chosen.count - failures) passed, \(failures) failed")
    return failures == 0 && !chosen.isEmpty ? 0 : 1
}

let arguments = Array(CommandLine.arguments.dropFirst())
Task {
    if arguments.first == "window", arguments.count == 2 {
        try await show(arguments[1])
    } else if arguments == ["adjust"] {
        try await showAdjustments()
    } else if arguments == ["form"] {
        try await showForm()
    } else {
        exit(await runScenarios(named: arguments))
    }
}
MainLoop.run()
