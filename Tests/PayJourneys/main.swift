import Foundation
import Harness
import WebHost

/// Runs the journeys whose names contain one of the arguments, or all of them, against a gateway on this machine, in
/// windows that a person uses; `steps` shows steps for a person to use instead.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments != ["steps"] {
    // This process looks at others' windows; it must not stand beside them in the tree of elements.
    setenv("NO_AT_BRIDGE", "1", 1)
}
if !MainLoop.start() {
    do {
        exit(try VirtualDisplay.run())
    } catch {
        print(error)
        exit(2)
    }
}

@MainActor func runJourneys(named words: [String]) async -> Int32 {
    let all = stepJourneys + payJourneys + doorJourneys
    let chosen = all.filter { journey in words.isEmpty || words.contains { journey.name.contains($0) } }
    var failures = 0
    for journey in chosen {
        do {
            let stage = try await Stage()
            do {
                try await journey.body(stage)
            } catch {
                failures += 1
                print("✘ \(journey.name): \(error)")
                try? await stage.portray("failed-\(failures)")
            }
            await stage.close()
        } catch {
            failures += 1
            print("✘ \(journey.name): \(error)")
        }
    }
    print("\(chosen.count - failures) passed, \(failures) failed")
    return failures == 0 && !chosen.isEmpty ? 0 : 1
}

Task {
    if arguments == ["steps"] {
        try await showSteps()
    } else {
        exit(await runJourneys(named: arguments))
    }
}
MainLoop.run()
