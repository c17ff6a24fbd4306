import Bridge
import CWebKit
import WebHost

/// The bytes that are signed, as a hex dump.
@MainActor enum RawBytes {
    static func title(_ payload: [UInt8]) -> String {
        "Raw data (\(payload.count) \(payload.count == 1 ? "byte" : "bytes"))"
    }

    static func draw(_ payload: [UInt8]) -> TextBox {
        let lines = HexDump(payload).enumerated().lazy.map { index, line in
            Passage((index == 0 ? "" : "\n") + line, .raw)
        }
        return TextBox(name: "Raw data", lines, rows: min(8, HexDump(payload).lineCount + 1))
    }
}
