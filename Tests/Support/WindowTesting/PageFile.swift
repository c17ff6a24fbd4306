import Foundation

/// Pages and scripts of the tests: files in the folder `Pages` next to the test that uses them.
public enum PageFile {
    /// The text of the file `Pages/NAME`; if it is missing, a script that throws an error with its name.
    public static func text(_ name: String, beside file: String = #filePath) -> String {
        let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Pages")
        let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return text ?? "throw new Error('there is no file Pages/\(name)');"
    }

    /// The names of the files in the folder `Pages/NAME`, sorted.
    public static func names(in name: String, beside file: String = #filePath) -> [String] {
        let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Pages/\(name)")
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
}
