import Foundation

/// The programs that were built beside these tests.
enum Program {
    /// Where the one called `name` lies.
    static func url(_ name: String) -> URL {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name)
    }
}
