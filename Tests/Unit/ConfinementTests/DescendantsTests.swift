import Foundation
import Testing

@testable import Confinement

@Suite struct DescendantsTests {
    @Test func `a process below another one is found by its name, until it ends`() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // The shell stays between this process and the one that is looked for.
        process.arguments = ["-c", "sleep 60 & wait"]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        let shell = process.processIdentifier
        // The child may not have become the other program yet.
        let child = try #require(try await Self.first { Descendants.named("sleep", of: shell).first?.id })
        #expect(Descendants.named("sleep").map(\.id).contains(child))
        #expect(Descendants.named("slee", of: shell).isEmpty)
        #expect(Descendants.childrenByParents()(shell) == [child])
        // What is below a process that starts no others is not looked at.
        #expect(Descendants.named("sleep", leaf: "sh").map(\.id).contains(child) == false)
        #expect(Descendants.named("sleep", leaf: "other").map(\.id).contains(child))
        let (own, older) = (try #require(Descendants.age(of: child)), try #require(Descendants.age(of: getpid())))
        #expect(.zero <= own && own <= older && older < .seconds(3_600))
        #expect(Descendants.age(of: 1).map { $0 >= older } == true)
        kill(child, SIGKILL)
        let isGone = try await Self.first { Descendants.named("sleep", of: shell).isEmpty ? true : nil }
        #expect(isGone == true)
        #expect(Descendants.age(of: .max) == nil)
    }

    /// The first value that `look` finds, within a few seconds.
    private static func first<Value>(_ look: () -> Value?) async throws -> Value? {
        for _ in 0..<2_000 {
            if let value = look() { return value }
            try await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }
}
