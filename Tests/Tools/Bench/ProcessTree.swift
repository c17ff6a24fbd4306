import Foundation
import Glibc

/// A process and all that it started, as the kernel tells of them.
struct ProcessTree {
    let root: Int32
    /// Every process below the root, with its name.
    let members: [(id: Int32, name: String)]

    init(root: Int32) {
        self.root = root
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        let parents = all.compactMap { id in Self.status(of: id).map { (id: id, name: $0.name, parent: $0.parent) } }
        var family: Set<Int32> = [root]
        var count = 0
        while family.count > count {
            count = family.count
            for process in parents where family.contains(process.parent) { family.insert(process.id) }
        }
        members = parents.filter { family.contains($0.id) && $0.id != root }.map { ($0.id, $0.name) }
    }

    /// The process that runs the page's scripts.
    var page: Int32? { members.first { $0.name.hasPrefix("WebKitWebProces") }?.id }

    /// The time that all of them have spent on a processor, in seconds.
    var processorTime: Double { seconds([root] + members.map(\.id)) }

    /// The same of the root and of the page's process.
    var times: [Double] { [seconds([root]), seconds(page.map { [$0] } ?? [])] }

    private func seconds(_ processes: [Int32]) -> Double {
        let ticks = processes.compactMap { Self.status(of: $0)?.ticks }.reduce(0, +)
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The memory that is `process`'s share, in bytes (`Pss`).
    static func memory(of process: Int32) -> Int? {
        let text = try? String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }

    private static func status(of process: Int32) -> (name: String, parent: Int32, ticks: Int)? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
        else { return nil }
        let name = String(text[text.index(after: open)..<close])
        // Behind the name: state, parent, and as the 12th and 13th the ticks in programs and in the kernel.
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 12, let parent = Int32(fields[1]), let user = Int(fields[11]), let system = Int(fields[12])
        else { return nil }
        return (name, parent, user + system)
    }
}
