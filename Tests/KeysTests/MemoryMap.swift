import Foundation

/// One mapping of a process, as `/proc/PID/smaps` tells.
struct MemoryMap {
    let range: Range<UInt>
    let permissions: Substring
    let name: Substring
    var flags: Set<Substring> = []

    /// The mappings of this process, in order.
    static func own() throws -> [MemoryMap] {
        try read("/proc/self/smaps")
    }

    /// The mappings that the file at `path` tells of.
    static func read(_ path: String) throws -> [MemoryMap] {
        // By a handle, since a file of /proc has no size that could be asked first.
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
