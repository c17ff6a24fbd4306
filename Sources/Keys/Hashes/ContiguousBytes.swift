extension Sequence<UInt8> {
    /// Lends the bytes to `body` in one piece, copying them only where they do not lie in one already.
    func withContiguousBytes<Result: ~Copyable>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // Through a variable, since the library's closures return only what can be copied.
        var result: Result?
        let direct: Void? = withContiguousStorageIfAvailable { result = body(UnsafeRawBufferPointer($0)) }
        if direct == nil { Array(self).withUnsafeBytes { result = body($0) } }
        guard let result = result.take() else { preconditionFailure("the body was not called") }
        return result
    }
}

extension UnsafeRawBufferPointer {
    /// The same memory as C functions over `uint8_t` want it; `nil` where it is empty.
    var octets: UnsafePointer<UInt8>? {
        bindMemory(to: UInt8.self).baseAddress
    }

    /// The same memory for C functions that take no null; there must be at least one byte.
    var firstOctet: UnsafePointer<UInt8> {
        guard let octets, !isEmpty else { preconditionFailure("an empty buffer has no first byte") }
        return octets
    }
}

extension UnsafeRawBufferPointer {
    /// The same memory for C functions that want an address even where there is nothing to read.
    var anyOctet: UnsafePointer<UInt8> {
        guard let octets else { preconditionFailure("a secret has an address") }
        return octets
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The same memory as C functions over `uint8_t` want it; `nil` where it is empty.
    var octets: UnsafeMutablePointer<UInt8>? {
        bindMemory(to: UInt8.self).baseAddress
    }
    /// The same memory for C functions that take no null; there must be at least one byte.
    var firstOctet: UnsafeMutablePointer<UInt8> {
        guard let octets, !isEmpty else { preconditionFailure("an empty buffer has no first byte") }
        return octets
    }
}
