import Bridge
import Foundation
import TestSupport
import Testing

/// The parser against JSONTestSuite.
@Suite struct JSONSuiteTests {
    @Test func `every valid JSON text is read, and no other`() throws {
        var counts: [Character: Int] = [:]
        for (name, bytes) in try Self.texts() {
            let isRead = (try? JSON(parsing: bytes, rules: .grammar)) != nil
            let kind = try #require(name.first)
            counts[kind, default: 0] += 1
            switch kind {
            case "y": #expect(isRead, "\(name)")
            case "n": #expect(!isRead, "\(name)")
            default: break
            }
        }
        #expect(counts.values.reduce(0, +) == 149)
        #expect(counts.keys.sorted() == ["i", "n", "y"])
        Suites.record("json-testsuite", cases: counts.values.reduce(0, +))
    }

    @Test func `the bridge's own rules refuse only the texts that name a member twice`() throws {
        let refused = try Self.texts().filter { name, bytes in
            name.hasPrefix("y_") && (try? JSON(parsing: bytes)) == nil
        }
        #expect(!refused.isEmpty)
        #expect(refused.allSatisfy { $0.name.hasPrefix("y_object_duplicated_key") })
    }

    private static func texts() throws -> [(name: String, bytes: [UInt8])] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Vectors/json-testsuite")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }
            .map { ($0, try [UInt8](Data(contentsOf: folder.appending(path: $0)))) }
    }
}
