import Bridge

/// The scripts of `web/`, joined from ES modules into what a web view can inject: one classic script each.
struct PageScripts {
    /// Runs in the page's world: what the page sees.
    let page: String

    /// Runs in our own script world: the only script that can reach the host.
    let relay: String

    /// Joins the scripts for `dialects`.
    ///
    /// Into the text go numbers, tags and the embedder's own constants as JSON: nothing that a page could choose.
    init(dialects: [PageDialect], limits: Limits) {
        let limitsText = JSON.object([
            "inFlight": .number(JSONNumber(limits.inFlightPerDocument)),
            "bodyBytes": .number(JSONNumber(limits.bodyBytes)),
            "tags": .string(String(decoding: dialects.map(\.dialect.tag), as: UTF8.self)),
        ]).text
        page = Self.classic(
            [PackageResources.wire_js] + dialects.map(\.module),
            main: "const wire = openWire(window, \(limitsText));\n"
                + dialects.map { "\($0.installer)(window, wire, \($0.options.text));" }.joined(separator: "\n"))
        relay = Self.classic([PackageResources.relay_js], main: "installRelay(window, \(limitsText));")
    }

    /// Modules have no imports at run time and named exports only (HouseTests checks), so joining them is deletion.
    ///
    /// Each module stands in a function of its own, so that names at its top level stay its own.
    private static func classic(_ modules: [[UInt8]], main: String) -> String {
        let parts = modules.map { module in
            let lines = String(decoding: module, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let exports = lines.compactMap(exportedFunction)
            let body = lines.map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
            let names = exports.joined(separator: ", ")
            return "const { \(names) } = (() => {\n\(body.joined(separator: "\n"))\nreturn { \(names) };\n})();"
        }
        return "(() => {\n\"use strict\";\n\(parts.joined(separator: "\n"))\n\(main)\n})();\n"
    }

    private static func exportedFunction(_ line: Substring) -> Substring? {
        let start = "export function "
        guard line.hasPrefix(start), let end = line.firstIndex(of: "(") else { return nil }
        return line[line.index(line.startIndex, offsetBy: start.count)..<end]
    }
}
