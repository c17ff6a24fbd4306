import AppTests
import Foundation
import GLibKit
import Harness
import PageTests
import PayJourneys
import QRReader
import WindowTesting

// A window of this program starts it to read images, as the wallet does with itself.
if CommandLine.arguments.dropFirst().first == "read-qr" {
    exit(QRDecoder.serve(readsAll: CommandLine.arguments.contains("--all")))
}

let runner = TestRunner(
    CommandLine.arguments.dropFirst(), groups: [pageGroup, bridgeGroup, viewGroup, appGroup, chainGroup, paymentGroup],
    windows: appWindows + paymentWindows)

VirtualDisplay.avoidWayland()
guard MainLoop.start() else {
    do {
        exit(try VirtualDisplay.run())
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(2)
    }
}

Task { await runner.run() }
MainLoop.run()
