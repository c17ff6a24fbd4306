import Bridge
import CWebKit
import Messages
import WebHost

/// The bytes that are signed, as a hex dump.
@MainActor enum RawBytes {
    static func title(_ payload: [UInt8]) -> String {
        localized(
            "Raw data (\(payload.count, as: "count") byte)", plural: "Raw data (\(payload.count, as: "count") bytes)",
            count: payload.count)
    }

    static func draw(_ payload: [UInt8]) -> TextBox {
        let lines = HexDump(payload).enumerated().lazy.map { index, line in
            Passage((index == 0 ? "" : "\n") + line, .raw)
        }
        return TextBox(name: localized("Raw data"), lines, rows: min(8, HexDump(payload).lineCount + 1))
    }
}
