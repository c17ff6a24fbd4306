/// Checks how files are opened: a path may be a pipe, and opening a pipe can block the program forever.
enum Openings {
    /// Paths that cannot be a pipe: the end of the source file's path, a part of the line, and the reason.
    static let allowed: [(file: String, part: String, reason: String)] = [
        ("ClearSigning/DescriptorFolder.swift", "/proc/self/maps", "the kernel's own"),
        ("Demo/JourneyReport.swift", "contentsOfFile: path", "a file that the tests make"),
    ]

    /// The lines of `file` that may open a pipe and block, each as a sentence.
    static func breaches(in file: TextFile) -> [String] {
        guard Traps.covers(file) else { return [] }
        return zip(1..., file.lines).compactMap { number, line in
            guard waits(line), !allowed.contains(where: { file.path.hasSuffix($0.file) && line.contains($0.part) })
            else {
                return nil
            }
            return "\(file.path):\(number) opens a file so that a pipe in its place holds the program up"
        }
    }

    /// Whether a line of code opens a file and waits for it.
    static func waits(_ line: Substring) -> Bool {
        let code = line.code
        if code.hasAny(of: ["contents", "forReading", "fopen("]), code.contains(opening) { return true }
        guard code.has("O_RDONLY") || code.has("O_RDWR") else { return false }
        return !["O_NONBLOCK", "O_DIRECTORY", "O_EXCL"].contains { code.has($0) }
    }

    // Never changed; unsafe because expressions are not Sendable.
    nonisolated(unsafe) private static let opening =
        /contents(?:OfFile:|\(atPath:)|(?:Data|String)\(contentsOf: |forReading|fopen\(/
}
