/// The functions in the files of `Pages` that tests call in a page: in Swift, their names are only text.
enum PageFunctions {
    /// The calls in `file` of functions that the page files do not define, each as a sentence.
    static func breaches(in file: TextFile, pages: [TextFile]) -> [String] {
        calls(in: file).compactMap { page, function in
            guard let script = pages.first(where: { $0.path.hasSuffix("/Pages/\(page).js") }) else {
                return "\(file.path) calls a function of \(page).js, which does not exist"
            }
            return script.text.contains("function \(function)(")
                ? nil : "\(file.path) calls \(function), which \(script.path) does not have"
        }
    }

    /// The calls in `file`: the name of the page file, and of its function.
    private static func calls(in file: TextFile) -> [(page: String, function: String)] {
        file.text.matches(of: /PageCode\.call\(\s*"([\w-]+)",\s*"(\w+)"/).map { (String($0.1), String($0.2)) }
    }
}
