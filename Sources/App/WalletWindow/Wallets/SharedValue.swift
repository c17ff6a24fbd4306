import Keys

/// A value that cannot be copied, shared with work on another thread, which may borrow it.
final class SharedValue<Value: ~Copyable & Sendable>: Sendable {
    let value: Value

    init(_ value: consuming Value) {
        self.value = value
    }
}

extension SharedValue where Value == SecretBytes {
    /// A copy of a secret of the user's answers.
    convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(SecretBytes(copying: bytes))
    }
}

/// Runs slow `work` off the main thread.
func aside<Value: Sendable>(
    _ work: @escaping @Sendable () throws(KeyError) -> Value
) async throws(KeyError) -> Value {
    let result = await Task.detached { () -> Result<Value, KeyError> in
        do throws(KeyError) {
            return .success(try work())
        } catch {
            return .failure(error)
        }
    }.value
    return try result.get()
}
