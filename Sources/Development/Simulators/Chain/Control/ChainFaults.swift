internal import Synchronization

/// The faults of a service, which it asks for before it answers a request.
///
/// Of the faults for a method, the one that was added first counts; if it is for one request, the next request meets the
/// next one.
package final class ChainFaults: Sendable {
    /// The method that stands for all methods.
    package static let anyMethod = "*"

    /// The maximum number of methods that are remembered.
    private static let longest = 10_000

    private struct Entry {
        let method: String
        let fault: ChainFault
        let isOnce: Bool
    }

    private struct State {
        var entries: [Entry] = []
        var asked: [String] = []
    }

    private let state = Mutex(State())

    /// Creates a registry without faults.
    package init() {}

    /// Adds a fault.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - method: The method that it is for; ``anyMethod`` for all.
    ///   - isOnce: Whether only one request meets it.
    package func add(_ fault: ChainFault, for method: String = ChainFaults.anyMethod, isOnce: Bool = false) {
        state.withLock { $0.entries.append(Entry(method: method, fault: fault, isOnce: isOnce)) }
    }

    /// Removes all faults, or those for one method.
    package func clear(_ method: String? = nil) {
        state.withLock { state in
            state.entries.removeAll { method == nil || $0.method == method }
        }
    }

    /// The fault that a request of `method` meets, or `nil`; it also notes that the method was asked.
    package func next(for method: String) -> ChainFault? {
        state.withLock { state in
            if state.asked.count < Self.longest { state.asked.append(method) }
            let place = state.entries.firstIndex { $0.method == method || $0.method == Self.anyMethod }
            guard let place else { return nil }
            return state.entries[place].isOnce ? state.entries.remove(at: place).fault : state.entries[place].fault
        }
    }

    /// The methods that were asked, in order; asking for them forgets them.
    package func takeAsked() -> [String] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }
}
