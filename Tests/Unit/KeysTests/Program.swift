import Foundation

/// The programs that were built with these tests.
enum Program {
    /// The path of the program called `name`.
    static func url(_ name: String) -> URL {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name)
    }
}
