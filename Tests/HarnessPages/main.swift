import Foundation
import Harness
import WebHost

/// Runs the pages that are named, against ``DemoWallet``.
if !MainLoop.start() {
    do {
        exit(try VirtualDisplay.run())
    } catch {
        print(error)
        exit(2)
    }
}

Task {
    var options = TestRun.Options()
    options.timeout = .seconds(2)
    options.junit = "/tmp/junit.xml"
    let run = TestRun(options: options, print: { print($0) }, warn: { print("!! \($0)") }, makeWallet: DemoWallet.make)
    let verdict = await run.run(Array(CommandLine.arguments.dropFirst()))
    exit(verdict.rawValue)
}
MainLoop.run()
