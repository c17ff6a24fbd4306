import Foundation

/// The suites of vectors that were run, told in the test's output for `scripts/unit` to gather.
public enum Suites {
    /// Says that `cases` cases of the suite `name` were checked; a suite that several tests share is told by each, and
    /// the cases are added up.
    ///
    /// The name has no spaces: the folder of the vectors, and the file's name behind a slash where one is meant.
    public static func record(_ name: String, cases: Int) {
        // In one write, so that tests that run at the same time do not mix their lines.
        FileHandle.standardOutput.write(Data("\nvectors \(name): \(cases)\n".utf8))
    }
}
