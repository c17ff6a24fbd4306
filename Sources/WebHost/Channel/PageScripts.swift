import Bridge

/// The page scripts of this target: ES modules joined into classic scripts, which a web view can inject.
struct PageScripts {
    /// The script in the page's world.
    let page: String

    /// The script in the separate script world, the only one that can reach the host.
    let relay: String

    /// Joins the scripts for `dialects`.
    ///
    /// Only numbers, tags and the embedder's constants are inserted, as JSON: nothing that a page could choose.
    init(dialects: [PageDialect], limits: Limits, reportsReplaced: Bool = true, usesSocket: Bool = false) {
        let limitsText = JSON.object([
            "inFlight": .number(JSONNumber(limits.inFlightPerDocument)),
            "bodyBytes": .number(JSONNumber(limits.bodyBytes)),
            "bytesInFlight": .number(JSONNumber(limits.bytesInFlightPerDocument)),
            "reportsReplaced": .bool(reportsReplaced),
            "usesSocket": .bool(usesSocket),
            "tags": .string(String(decoding: dialects.map(\.dialect.tag), as: UTF8.self)),
        ]).text
        page = Self.classic(
            [PackageResources.wire_js] + dialects.flatMap(\.modules),
            main: "const wire = openWire(window, \(limitsText));\n"
                + dialects.map { "\($0.installer)(window, wire, \($0.options.text));" }.joined(separator: "\n"))
        relay = Self.classic([PackageResources.relay_js], main: "installRelay(window, \(limitsText));")
    }

    /// Reports that the document has been parsed; runs in the separate script world.
    static var ready: String { classic([PackageResources.ready_js], main: "reportReady(window);", isOnce: false) }

    /// Modules have only single-line imports and named exports (HouseTests checks this), so these lines are removed.
    ///
    /// Each module is wrapped in a function, so that only its exports are visible; its imports are exports of earlier
    /// modules.
    private static func classic(_ modules: [[UInt8]], main: String, isOnce: Bool = true) -> String {
        let parts = modules.map { module in
            let lines = String(decoding: module, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let names = lines.compactMap(exportedName).joined(separator: ", ")
            let body = lines.filter { !$0.hasPrefix("import ") }
                .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
                .joined(separator: "\n")
            return "const { \(names) } = (() => {\n\(body)\nreturn { \(names) };\n})();"
        }
        return "(() => {\n\"use strict\";\n\(isOnce ? once : "")\n\(parts.joined(separator: "\n"))\n\(main)\n})();\n"
    }

    /// WebKit injects again into a document that `document.open()` has cleared, while its first scripts are still
    /// active.
    private static let once = """
        if (window.drawbridgeDocument === document) return;
        Object.defineProperty(window, "drawbridgeDocument", { value: document, configurable: true });
        """

    private static func exportedName(_ line: Substring) -> Substring? {
        for start in ["export function ", "export class "] where line.hasPrefix(start) {
            return line.dropFirst(start.count).prefix { $0 != "(" && $0 != " " }
        }
        return nil
    }
}
