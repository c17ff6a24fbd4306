import CWebKit

/// Compressed data without a header or a checksum (RFC 1951).
package enum RawDeflate {
    /// Decompresses `bytes`.
    ///
    /// - Returns: `nil` if the data is damaged, incomplete or followed by something else, or if it is larger than `limit`.
    package static func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard !bytes.isEmpty, let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW) else {
            return nil
        }
        defer { g_object_unref(UnsafeMutableRawPointer(decompressor)) }
        var (output, chunk, rest) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16), bytes[...])
        while output.count <= limit {
            var (read, written) = (gsize(0), gsize(0))
            let result = rest.withUnsafeBytes { input in
                chunk.withUnsafeMutableBytes { room in
                    g_converter_convert(
                        decompressor, input.baseAddress, gsize(input.count), room.baseAddress, gsize(room.count),
                        G_CONVERTER_INPUT_AT_END, &read, &written, nil)
                }
            }
            output += chunk.prefix(Int(written))
            rest = rest.dropFirst(Int(read))
            switch result {
            case G_CONVERTER_FINISHED: return rest.isEmpty && output.count <= limit ? output : nil
            case G_CONVERTER_CONVERTED: continue
            default: return nil
            }
        }
        return nil
    }
}
