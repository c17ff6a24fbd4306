import Bridge

/// The page scripts of this target, joined from ES modules into what a web view can inject: one classic script each.
struct PageScripts {
    /// Runs in the page's world: what the page sees.
    let page: String

    /// Runs in our own script world: the only script that can reach the host.
    let relay: String

    /// Joins the scripts for `dialects`.
    ///
    /// Into the text go numbers, tags and the embedder's own constants as JSON: nothing that a page could choose.
    init(dialects: [PageDialect], limits: Limits, tellsReplaced: Bool = true) {
        let limitsText = JSON.object([
            "inFlight": .number(JSONNumber(limits.inFlightPerDocument)),
            "bodyBytes": .number(JSONNumber(limits.bodyBytes)),
            "bytesInFlight": .number(JSONNumber(limits.bytesInFlightPerDocument)),
            "tellsReplaced": .bool(tellsReplaced),
            "tags": .string(String(decoding: dialects.map(\.dialect.tag), as: UTF8.self)),
        ]).text
        page = Self.classic(
            [PackageResources.wire_js] + dialects.flatMap(\.modules),
            main: "const wire = openWire(window, \(limitsText));\n"
                + dialects.map { "\($0.installer)(window, wire, \($0.options.text));" }.joined(separator: "\n"))
        relay = Self.classic([PackageResources.relay_js], main: "installRelay(window, \(limitsText));")
    }

    /// Runs in our own script world when a document has been read to its end.
    static var ready: String { classic([PackageResources.ready_js], main: "tellReady(window);", isOnce: false) }

    /// Modules have single-line imports and named exports only (HouseTests checks), so joining them is deletion.
    ///
    /// Each is wrapped in a function, so that what it does not export stays its own; what it imports, an earlier
    /// one has exported.
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

    /// WebKit injects again into a document that `document.open()` has emptied; its first scripts still live.
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
