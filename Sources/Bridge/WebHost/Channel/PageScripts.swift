import Bridge
import CPageScripts

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
            [Self.wire] + dialects.flatMap(\.modules),
            main: "const wire = openWire(window, \(limitsText));\n"
                + dialects.map { "\($0.installer)(window, wire, \(Self.ascii($0.options.text)));" }.joined(
                    separator: "\n"))
        relay = Self.classic(Self.relay, main: "installRelay(window, \(limitsText));")
    }

    private static let wire = compact(drawbridge_wire_js())
    private static let relay = [drawbridge_frames_js(), drawbridge_relay_js()].map(compact)

    /// A module of this target without its comments, in ASCII.
    ///
    /// Each new process of a page reads the scripts before the page's own: comments are half of them, and a single other
    /// character would double their size. Comments are lines of their own, or end a line of their own.
    static func compact(_ module: UnsafePointer<CChar>) -> [UInt8] {
        var isInComment = false
        let lines = Array(String(cString: module).utf8).split(separator: UInt8(ascii: "\n")).filter { line in
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if isInComment {
                isInComment = !text.ends(with: "*/".utf8)
                return false
            }
            guard text.starts(with: "/*".utf8), !text.dropFirst(2).contains("*/".utf8) || text.ends(with: "*/".utf8)
            else {
                return !text.starts(with: "//".utf8)
            }
            isInComment = !text.ends(with: "*/".utf8)
            return false
        }
        return Array(ascii(String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)).utf8)
    }

    /// `text`, in whose strings other characters than ASCII are escaped.
    private static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.utf16.reduce(into: "") { escaped, unit in
            if let scalar = Unicode.Scalar(unit), scalar.isASCII {
                escaped.unicodeScalars.append(scalar)
            } else {
                let digits = String(unit, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    /// Reports that the document has been parsed; runs in the separate script world.
    static var ready: String { classic([compact(drawbridge_ready_js())], main: "reportReady(window);", isOnce: false) }

    /// Modules have only single-line imports and named exports (HouseTests checks this), so these lines are removed.
    ///
    /// Each module is wrapped in a function, so that only its exports are visible; its imports are exports of earlier
    /// modules.
    private static func classic(_ modules: [[UInt8]], main: String, isOnce: Bool = true) -> String {
        let parts = modules.map { module in
            // As bytes: a program's start waits for this, and lines of characters take many times as long.
            let lines = module.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let names = lines.compactMap(exportedName).joined(separator: ", ")
            let body = lines.filter { !$0.starts(with: imports) }
                .map { $0.starts(with: exports) ? $0.dropFirst(exports.count) : $0 }
                .joined(separator: [UInt8(ascii: "\n")])
            let text = String(decoding: Array(body), as: UTF8.self)
            return "const { \(names) } = (() => {\n\(text)\nreturn { \(names) };\n})();"
        }
        return "(() => {\n\"use strict\";\n\(isOnce ? once : "")\n\(parts.joined(separator: "\n"))\n\(main)\n})();\n"
    }

    private static let imports = Array("import ".utf8)
    private static let exports = Array("export ".utf8)

    /// WebKit injects again into a document that `document.open()` has cleared, while its first scripts are still
    /// active.
    private static let once = """
        if (window.drawbridgeDocument === document) return;
        Object.defineProperty(window, "drawbridgeDocument", { value: document, configurable: true });
        """

    private static func exportedName(_ line: ArraySlice<UInt8>) -> String? {
        for start in ["export function ", "export class "] where line.starts(with: start.utf8) {
            let name = line.dropFirst(start.utf8.count).prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: " ") }
            return String(decoding: name, as: UTF8.self)
        }
        return nil
    }
}

extension Collection<UInt8> where SubSequence: Collection<UInt8> {
    fileprivate func ends(with bytes: some Collection<UInt8>) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
