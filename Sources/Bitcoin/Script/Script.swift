/// A script: what locks an output, or what unlocks it.
public struct Script: Hashable, Sendable {
    /// The bytes as they stand in a transaction.
    public let bytes: [UInt8]

    /// Takes bytes as they are: any bytes are a script, though not each can be executed.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// Joins operations.
    public init(_ operations: [Operation]) {
        bytes = operations.reduce(into: []) { $1.append(to: &$0) }
    }

    /// The operations, in their order; `nil` where one pushes more bytes than are left.
    public var operations: [Operation]? {
        var reader = ByteReader(bytes)
        var operations: [Operation] = []
        while reader.remaining > 0 {
            guard let operation = try? Operation(&reader) else { return nil }
            operations.append(operation)
        }
        return operations
    }

    /// Whether it is `OP_RETURN` and what follows: an output that nobody can spend.
    public var isData: Bool { bytes.first == Operation.return }

    /// The data behind `OP_RETURN`; `nil` where there is none, or not only pushes follow.
    public var data: [[UInt8]]? {
        guard let operations, operations.first == .code(Operation.return) else { return nil }
        let pushes = operations.dropFirst().map(\.pushed)
        return pushes.contains(nil) ? nil : pushes.compactMap(\.self)
    }
}
