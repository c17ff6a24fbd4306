import Foundation
import Harness
import WindowTesting
import GLibKit

/// Runs the journeys whose names contain one of the arguments, or all of them, against a gateway on this machine, in
/// windows that a person uses; `steps` shows steps for a person to use instead.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments != ["steps"] {
    // This process looks at others' windows; it must not stand beside them in the tree of elements.
    setenv("NO_AT_BRIDGE", "1", 1)
}
VirtualDisplay.avoidWayland()
if !MainLoop.start() {
    do {
        exit(try VirtualDisplay.run())
    } catch {
        print(error)
        exit(2)
    }
}

Task {
    if arguments == ["steps"] {
        try await showSteps()
    } else {
        exit(await Journey.play(stepJourneys + payJourneys + doorJourneys + returnJourneys, named: arguments))
    }
}
MainLoop.run()
