import Foundation

/// A text file of the repository, or an invented one for testing a rule.
struct TextFile: Sendable {
    /// The path from the repository's root, such as `Sources/Keys/Keys/Hex.swift`.
    let path: String
    let text: String
    let lines: [Substring]

    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The number of lines as an editor counts them.
    var length: Int {
        let breaks = text.utf8.count { $0 == 0x0A }
        return text.isEmpty || text.utf8.last == 0x0A ? breaks : breaks + 1
    }

    /// The module of `Sources` to which the file belongs; its folder is in one of the floors.
    var module: String? {
        let parts = path.split(separator: "/")
        return parts.count > 3 && parts[0] == "Sources" ? String(parts[2]) : nil
    }

    /// Whether the path ends in one of `endings`, such as `.swift`.
    func isNamed(_ endings: String...) -> Bool {
        endings.contains { path.hasSuffix($0) }
    }

    /// Whether the file is in one of `folders`.
    func isIn(_ folders: String...) -> Bool {
        folders.contains { path.hasPrefix($0 + "/") }
    }
}

extension Substring {
    /// Whether the text contains `part`, byte for byte; much faster than `contains` in a debug build.
    func has(_ part: String) -> Bool {
        var part = part
        let found = utf8.withContiguousStorageIfAvailable { text in
            part.withUTF8 { part in Self.isFound(part, in: text) }
        }
        return found ?? contains(part)
    }

    private static func isFound(_ part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let pattern = part.baseAddress, var start = text.baseAddress else { return part.isEmpty }
        let end = start + text.count
        while end - start >= part.count, let next = memchr(start, Int32(pattern.pointee), end - start - part.count + 1)
        {
            if memcmp(next, pattern, part.count) == 0 { return true }
            start = UnsafePointer(next.assumingMemoryBound(to: UInt8.self)) + 1
        }
        return false
    }

    /// Whether the text contains one of `parts`, byte for byte.
    func hasAny(of parts: [String]) -> Bool { parts.contains { has($0) } }

    /// The line without a comment at its end.
    var code: Substring {
        guard has("//"), let comment = firstRange(of: "//") else { return self }
        return self[..<comment.lowerBound]
    }
}
