extension Sequence<UInt8> {
    /// Passes the bytes to `body` as a contiguous buffer, copying them only if necessary.
    package func withContiguousBytes<Result: ~Copyable>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // Use a variable, because the library's closures only return copyable values.
        var result: Result?
        let direct: Void? = withContiguousStorageIfAvailable { result = body(UnsafeRawBufferPointer($0)) }
        if direct == nil { Array(self).withUnsafeBytes { result = body($0) } }
        // No trap: one of the two lines above calls it.
        guard let result = result.take() else { preconditionFailure("the body was not called") }
        return result
    }
}

extension UnsafeRawBufferPointer {
    /// The pointer for C functions with `uint8_t` parameters; `nil` if the buffer is empty.
    package var octets: UnsafePointer<UInt8>? {
        bindMemory(to: UInt8.self).baseAddress
    }

    /// The pointer for C functions that do not accept null; the buffer must not be empty.
    package var firstOctet: UnsafePointer<UInt8> {
        // No trap: the callers look at the size first.
        guard let octets, !isEmpty else { preconditionFailure("an empty buffer has no first byte") }
        return octets
    }
}

extension UnsafeRawBufferPointer {
    /// The pointer for C functions that need an address even for zero bytes.
    package var anyOctet: UnsafePointer<UInt8> {
        // No trap: pages are taken for an empty secret, too.
        guard let octets else { preconditionFailure("a secret has an address") }
        return octets
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The pointer for C functions with `uint8_t` parameters; `nil` if the buffer is empty.
    package var octets: UnsafeMutablePointer<UInt8>? {
        bindMemory(to: UInt8.self).baseAddress
    }
    /// The pointer for C functions that do not accept null; the buffer must not be empty.
    package var firstOctet: UnsafeMutablePointer<UInt8> {
        // No trap: the callers look at the size first.
        guard let octets, !isEmpty else { preconditionFailure("an empty buffer has no first byte") }
        return octets
    }
}
