import Foundation
import GLibKit
import WebHost

// As if started by someone who wants the sandbox off; "the environment …" checks whether that worked.
setenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1", 1)

/// Runs the tests whose names contain one of the arguments, or all of them; `--transport NAME` picks the carrier.
guard MainLoop.start() else {
    print("The page tests need a display; `make test` gives them a virtual one.")
    exit(2)
}

let tests = allTests.filter(Run.wants)

Task {
    let servers = (try TestServer(), try TestServer())
    try await servers.0.start()
    try await servers.1.start()
    let profile = Profile()
    var failures = 0
    for test in tests {
        let stage = PageTestContext(servers: servers, profile: profile, limits: test.limits)
        let start = ContinuousClock.now
        do {
            try await test.body(stage)
        } catch {
            failures += 1
            print("✘ \(test.name): \(error)")
        }
        stage.close()
        Run.tell("\(ContinuousClock.now - start) \(test.name)")
    }
    print("\(tests.count - failures) passed, \(failures) failed")
    exit(failures == 0 && !tests.isEmpty ? 0 : 1)
}
MainLoop.run()
