import Foundation
import Testing

@testable import Harness

@Suite(.serialized) struct ChildTests {
    private func run(_ script: String, chatter: String = "/dev/null") async throws -> Int32 {
        let environment = ["PATH": "/usr/bin:/bin", "A": "b c"]
        // On a thread of its own, for it blocks, and signals with it.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try Child(["sh", "-c", script], environment: environment, chatter: chatter).wait()
                    })
            }
        }
    }

    @Test func `a program's exit status is passed on`() async throws {
        #expect(try await run("exit 7") == 7)
        #expect(try await run("test \"$A\" = 'b c'") == 0)
    }

    @Test func `a signal that ends a program is reported as in a shell`() async throws {
        #expect(try await run("kill -TERM $$") == 143)
    }

    @Test func `a program's output goes to the file, except what it writes elsewhere`() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        #expect(try await run("echo out; echo err >&2; : >&8 && : >&9", chatter: "\(folder.path)/chatter") == 0)
        #expect(try String(contentsOfFile: "\(folder.path)/chatter", encoding: .utf8) == "out\nerr\n")
    }

    @Test func `a missing program is reported`() {
        #expect(throws: HarnessError.self) {
            try Child(["drawbridge-none"], environment: [:], chatter: "/dev/null")
        }
    }
}
