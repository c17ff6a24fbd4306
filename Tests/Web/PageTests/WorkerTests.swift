import Foundation
import WindowTesting

/// Workers of every kind get nothing, while the page that made them is served.
@MainActor var workerTests: [PageTest] {
    [
        workerTest("dedicated worker", "useWorker", "tellAsWorker"),
        workerTest("shared worker", "useSharedWorker", "tellAsSharedWorker"),
        workerTest("service worker", "useServiceWorker", "tellAsServiceWorker"),
        workerTest("worklet", "useWorklet", "probe"),
    ]
}

/// Starts a worker by the function `start` of `Pages/worker.js`, which runs the function `tell` of
/// `Pages/worker-probe.js`.
@MainActor private func workerTest(_ kind: String, _ start: String, _ tell: String) -> PageTest {
    PageTest("a \(kind) gets nothing") { stage in
        let url = await stage.script(PageCode.call("worker-probe", tell))
        let answer = try await stage.run(PageCode.call("worker", start, ["url": url]), host: "localhost")
        try expectEqual(answer, #"["undefined undefined undefined"]"#)
        try expectEqual(stage.messages.count, 1)
    }
}

extension PageTestContext {
    /// Serves `text` as a script; its path.
    fileprivate func script(_ text: String) async -> String {
        let path = "/\(UUID().uuidString.lowercased()).js"
        await server.serve(path, type: "text/javascript", text, headers: [:])
        return path
    }
}
