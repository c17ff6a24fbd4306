package import Bridge
import Messages

/// Everything that other processes of the wallet may change: it is read before each answer, each consent and each
/// signature, and when another process says that it has changed something.
@MainActor public final class PresentState {
    private var readers: [@MainActor () throws(JournalError) -> Void] = []

    /// Creates a state without parts.
    public init() {}

    /// Adds a part: `reader` takes over what has changed, which must cost nothing if nothing has.
    package func add(_ reader: @escaping @MainActor () throws(JournalError) -> Void) { readers.append(reader) }

    /// Takes over what other processes have changed.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/failed`` if the store cannot be read: then it is not known what is permitted.
    package func read() throws(RPCError) {
        do throws(JournalError) {
            for reader in readers { try reader() }
        } catch {
            throw RPCError(.failed, sentence: localizable("The wallet could not read its store."))
        }
    }
}
