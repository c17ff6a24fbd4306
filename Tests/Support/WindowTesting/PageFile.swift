import Foundation

/// The pages and scripts of the tests: files in the folder `Pages` beside the test that uses them.
public enum PageFile {
    /// The text of the file `Pages/NAME`; without it, a text that says so where a test looks for the page.
    public static func text(_ name: String, beside file: String = #filePath) -> String {
        let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Pages")
        let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return text ?? "throw new Error('there is no file Pages/\(name)');"
    }
}
