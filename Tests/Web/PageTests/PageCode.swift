import Foundation
import WindowTesting

/// The scripts of the tests' pages: functions in the files of `Pages`, which get their parameters as data.
enum PageCode {
    /// A script that calls `function` of the file `Pages/NAME.js` with an object of `parameters`.
    ///
    /// It is safe in a script element: `<` is escaped in the parameters, and the files have no end tag of a script.
    static func call(_ name: String, _ function: String, _ parameters: [String: any Encodable] = [:]) -> String {
        let members = parameters.sorted { $0.key < $1.key }.map { "\(literal($0.key)): \(literal($0.value))" }
        return "\(file(name))\n\(function)({ \(members.joined(separator: ", ")) });\n"
    }

    /// The text of the file `Pages/NAME.js`; without it, a script that throws.
    static func file(_ name: String) -> String {
        PageFile.text("\(name).js")
    }

    /// `value` as JavaScript.
    private static func literal(_ value: any Encodable) -> String {
        guard let data = try? JSONEncoder().encode(value) else { return "undefined" }
        return String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003C")
    }
}
