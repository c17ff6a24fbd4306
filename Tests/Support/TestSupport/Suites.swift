import Foundation

/// The suites of vectors that were run, reported in the test's output for `scripts/unit` to collect.
public enum Suites {
    /// Reports that `cases` cases of the suite `name` were checked; if several tests share a suite, each reports its
    /// own, and the numbers are added up.
    ///
    /// The name has no spaces: the folder of the vectors, followed by a slash and the file's name if one is meant.
    public static func record(_ name: String, cases: Int) {
        // In one write, so that the lines of concurrent tests do not mix.
        FileHandle.standardOutput.write(Data("\nvectors \(name): \(cases)\n".utf8))
    }
}
