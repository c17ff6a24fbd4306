import Foundation
import WebHost

/// Runs the tests whose names contain one of the arguments, or all of them.
guard MainLoop.start() else {
    print("The page tests need a display; `make test` gives them a virtual one.")
    exit(2)
}

let words = CommandLine.arguments.dropFirst()
let tests = (linkTests).filter { test in words.isEmpty || words.contains { test.name.contains($0) } }

Task {
    let server = try TestServer()
    try await server.start()
    let profile = Profile()
    var failures = 0
    for test in tests {
        let stage = Stage(server: server, profile: profile)
        do {
            try await test.body(stage)
        } catch {
            failures += 1
            print("✘ \(test.name): \(error)")
        }
        stage.close()
    }
    print("\(tests.count - failures) passed, \(failures) failed")
    exit(failures == 0 && !tests.isEmpty ? 0 : 1)
}
MainLoop.run()
