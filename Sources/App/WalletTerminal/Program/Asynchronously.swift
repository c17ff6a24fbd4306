import Dispatch
import Glibc

/// Commands that wait for something and draw nothing.
package enum Asynchronously {
    /// Runs `body` on the main actor to its end, and ends the program.
    package static func run(_ body: @escaping @MainActor () async throws -> Void) throws -> Never {
        Task { @MainActor in
            do {
                try await body()
                fflush(nil)
                Glibc.exit(0)
            } catch {
                CommandLineProgram.leave(with: error)
            }
        }
        dispatchMain()
    }
}
