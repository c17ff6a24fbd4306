import Foundation

/// A memory mapping of a process, from `/proc/PID/smaps`.
struct MemoryMap {
    let range: Range<UInt>
    let permissions: Substring
    let name: Substring
    var flags: Set<Substring> = []

    /// The mappings of this process, in order.
    static func own() throws -> [MemoryMap] {
        try read("/proc/self/smaps")
    }

    /// The mappings in the file at `path`.
    static func read(_ path: String) throws -> [MemoryMap] {
        // Use a file handle, because a file in /proc reports no size.
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").reduce(into: []) { maps, line in
            let words = line.split(separator: " ")
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if bounds.count == 2, words.count > 4 {
                maps.append(
                    MemoryMap(
                        range: bounds[0]..<bounds[1], permissions: words[1], name: words.count > 5 ? words[5] : ""))
            } else if words[0] == "VmFlags:", !maps.isEmpty {
                maps[maps.count - 1].flags = Set(words.dropFirst())
            }
        }
    }
}
