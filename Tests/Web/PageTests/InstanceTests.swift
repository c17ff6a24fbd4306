import Foundation
import Desktop
import WindowTesting

/// The links that other programs of the session hand over.
@MainActor var instanceTests: [PageTest] {
    [
        PageTest("links from other programs reach the running instance, and anything else does not") { stage in
            do { try expect(Instance("io.github.drawbridge.tests") != nil, "the name is taken") }
            // The one before has gone, and its name with it.
            guard let instance = Instance("io.github.drawbridge.tests") else { throw Failure("the name is taken") }
            var taken: [String] = []
            instance.onLinks = { taken += $0 }
            let fit = "drawbridge://x?" + String(repeating: "y", count: Instance.longest - 15)
            for (links, isTaken) in [
                (["drawbridge://sumup-callback?a=%20b"], true), (["a:b", "c:d"], true), ([fit], true), ([], true),
                ([fit + "y"], false), (["drawbridge://x y"], false), (["drawbridge://\u{E9}"], false), ([""], false),
                ([String](repeating: "a:b", count: Instance.most + 1), false), (["a:b", "c d"], false),
            ] {
                taken = []
                try expectEqual(try await callOpen(links), isTaken, of: "\(links)".prefix(80).description)
                try expectEqual(taken, isTaken ? links : [])
            }
            try expect(Instance("io.github.drawbridge.tests") == nil, "there are two")
        }
    ]
}

/// Calls `org.freedesktop.Application.Open` from another process; whether it was answered without an error.
private func callOpen(_ links: [String]) async throws -> Bool {
    let list = links.map { "'\($0)'" }.joined(separator: ", ")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/gdbus")
    process.arguments = [
        "call", "--session", "--dest", "io.github.drawbridge.tests", "--object-path", "/io/github/drawbridge/tests",
        "--method", "org.freedesktop.Application.Open", "@as [\(list)]", "@a{sv} {}",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
    }
}
