/// Finds the types that conform to `Error`: each module has one, named after its subject.
///
/// A kind of failure is an associated value of that type. What is returned and not thrown, such as the reply of a
/// server, does not conform to `Error`.
enum ErrorTypes {
    /// Exceptions: additional error types, each with the reason.
    static let allowed: [(module: String, type: String, reason: String)] = [
        (
            "Bridge", "RPCError",
            "the error that a peer is answered with, from methods of all modules; BridgeError is the module's own"
        ),
        (
            "Network", "GLibError",
            "what a function of GLib reported, for the test servers too; callers of the module get NetworkError"
        ),
    ]

    /// The types in `file` that conform to `Error`, by their names.
    static func types(in file: TextFile) -> [String] {
        // Few files declare one, and the expression takes long.
        guard file.text[...].hasAny(of: [" Error ", " Error,", " Error{", " Error\n", "LocalizedError"]) else {
            return []
        }
        let code = file.lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
        let declaration = /\b(?:enum|struct|class|actor|extension)\s+([A-Z][\w.]*)\s*(?:<[^{]*?>)?\s*:\s*([^{]+)\{/
        return code.matches(of: declaration).compactMap { match in
            let inherited = match.2.split(separator: /\bwhere\b/).first ?? ""
            let types = inherited.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
            return types.contains("Error") || types.contains("LocalizedError") ? String(match.1) : nil
        }
    }

    /// The violations in `files`, each as a sentence.
    static func breaches(in files: [TextFile]) -> [String] {
        var modules: [String: [String]] = [:]
        for file in files where file.isNamed(".swift") {
            if let module = file.module { modules[module, default: []] += types(in: file) }
        }
        return modules.sorted { $0.key < $1.key }.flatMap { module, types in
            let own = types.filter { type in !allowed.contains { $0.module == module && $0.type == type } }
            let misnamed = own.filter { !$0.hasSuffix("Error") }.map { "\(module): \($0) is not named as an error" }
            return (own.count > 1 ? ["\(module) has \(own.count) error types: \(own.joined(separator: ", "))"] : [])
                + misnamed
        }
    }
}
