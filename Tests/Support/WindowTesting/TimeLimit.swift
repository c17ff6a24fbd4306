/// Runs `body`, and fails if it takes longer than `limit`; it is then cancelled, but not waited for.
@MainActor func withTimeLimit(
    _ limit: Duration, _ body: @escaping @MainActor () async throws -> Void
) async throws {
    let work = Task { try await body() }
    let result = await withCheckedContinuation { continuation in
        let first = FirstResult(continuation)
        let timer = Task {
            try await Task.sleep(for: limit)
            first.resume(.failure(Failure("the test takes longer than \(limit)")))
            work.cancel()
        }
        Task {
            first.resume(await work.result)
            timer.cancel()
        }
    }
    try result.get()
}

/// Resumes a continuation with the first of several results.
@MainActor private final class FirstResult {
    private var continuation: CheckedContinuation<Result<Void, any Error>, Never>?

    init(_ continuation: CheckedContinuation<Result<Void, any Error>, Never>) {
        self.continuation = continuation
    }

    func resume(_ result: Result<Void, any Error>) {
        continuation?.resume(returning: result)
        continuation = nil
    }
}
