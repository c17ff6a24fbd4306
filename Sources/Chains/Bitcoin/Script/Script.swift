/// A locking or unlocking script.
public struct Script: Hashable, Sendable {
    /// The serialized script.
    public let bytes: [UInt8]

    /// Creates a script from any bytes, which need not be executable.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// Creates a script from operations.
    public init(_ operations: [Operation]) {
        bytes = operations.reduce(into: []) { $1.append(to: &$0) }
    }

    /// The operations in order; `nil` if one pushes more bytes than are left.
    public var operations: [Operation]? {
        var reader = ByteReader(bytes)
        var operations: [Operation] = []
        while reader.remaining > 0 {
            guard let operation = try? Operation(&reader) else { return nil }
            operations.append(operation)
        }
        return operations
    }

    /// Whether it starts with `OP_RETURN`: an unspendable output.
    public var isData: Bool { bytes.first == Operation.return }

    /// The data after `OP_RETURN`; `nil` if it is not a data output, or has operations other than pushes.
    public var data: [[UInt8]]? {
        guard let operations, operations.first == .code(Operation.return) else { return nil }
        let pushes = operations.dropFirst().map(\.pushed)
        return pushes.contains(nil) ? nil : pushes.compactMap(\.self)
    }
}
