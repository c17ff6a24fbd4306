import Foundation

/// A folder for the sockets and other files of one run, accessible only to this user.
struct RuntimeFolder {
    let path: String

    init() throws(HarnessError) {
        let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(base)/drawbridge-\(String(repeating: "X", count: 6))".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw HarnessError(.unusable, "No temporary folder can be created in \(base).")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The file for the output of the display's programs.
    var chatter: String { "\(path)/chatter" }

    var chatterText: Data { FileManager.default.contents(atPath: chatter) ?? Data() }

    /// Whether the program was started.
    var hasStarted: Bool { access("\(path)/started", F_OK) == 0 }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
