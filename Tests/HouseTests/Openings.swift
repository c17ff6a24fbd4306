/// How files are opened: what is in the place of one may be a pipe, and to open that would let the program wait for
/// ever.
enum Openings {
    /// What cannot be a pipe: the end of the path, a part of the line, and why.
    static let allowed: [(file: String, part: String, reason: String)] = [
        ("Clear/DescriptorFolder.swift", "/proc/self/maps", "the kernel's own"),
        ("Demo/JourneyReport.swift", "contentsOfFile: path", "a file that the tests make"),
    ]

    /// The lines of `file` that open what could be a pipe, each as a sentence.
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
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        if code.contains(/contents(?:OfFile:|\(atPath:)|(?:Data|String)\(contentsOf: |forReading|fopen\(/) {
            return true
        }
        guard code.contains(/O_RD(?:ONLY|WR)/) else { return false }
        return !["O_NONBLOCK", "O_DIRECTORY", "O_EXCL"].contains { code.contains($0) }
    }
}
