internal import CGnuTLS

extension [UInt8] {
    /// Passes the bytes to a function of GnuTLS that only reads them; `nil` if their number does not fit in 32 bits.
    func withDatum<Result>(_ body: (inout gnutls_datum_t) -> Result) -> Result? {
        guard let size = UInt32(exactly: count) else { return nil }
        return withUnsafeBufferPointer { bytes in
            // The C type has no const, but the functions that take the datum as const do not write to it.
            var datum = gnutls_datum_t(data: UnsafeMutablePointer(mutating: bytes.baseAddress), size: size)
            return body(&datum)
        }
    }

    /// The bytes that a function of GnuTLS allocates; `nil` if it fails.
    static func taking(_ read: (inout gnutls_datum_t) -> Int32) -> [UInt8]? {
        var datum = gnutls_datum_t()
        guard read(&datum) == GNUTLS_E_SUCCESS else { return nil }
        defer { datum_free(&datum) }
        return Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
    }
}
