import CSoup
import Synchronization

/// Notes every name that GIO asks the system's resolver for, in this process.
///
/// The methods of the resolver's class are replaced by ones that note the name and call the original.
enum ResolverWatch {
    /// The names so far.
    static var names: Set<String> {
        _ = isInstalled
        return notes.withLock { $0 }
    }

    private static let notes = Mutex<Set<String>>([])

    private struct Originals {
        let name: @convention(c) (Resolver, Name, Cancel, Failure) -> UnsafeMutablePointer<GList>?
        let flagged: @convention(c) (Resolver, Name, Flags, Cancel, Failure) -> UnsafeMutablePointer<GList>?
        let nameAsync: @convention(c) (Resolver, Name, Cancel, GAsyncReadyCallback?, gpointer?) -> Void
        let flaggedAsync: @convention(c) (Resolver, Name, Flags, Cancel, GAsyncReadyCallback?, gpointer?) -> Void
    }

    private typealias Resolver = UnsafeMutablePointer<GResolver>?
    private typealias Name = UnsafePointer<CChar>?
    private typealias Flags = GResolverNameLookupFlags
    private typealias Cancel = UnsafeMutablePointer<GCancellable>?
    private typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?

    private static func note(_ name: Name) {
        if let name { notes.withLock { _ = $0.insert(String(cString: name)) } }
    }

    /// Unsafe, because C functions cannot capture it; it is written once, before its first reader is installed.
    nonisolated(unsafe) private static var originals: Originals?

    /// Whether the resolver has the methods that are watched; installs the watch when it is first read.
    static let isInstalled: Bool = {
        guard let resolver = g_resolver_get_default() else { return false }
        // Never released: the methods stay replaced.
        let instance = UnsafeMutableRawPointer(resolver).assumingMemoryBound(to: GTypeInstance.self)
        let methods = UnsafeMutableRawPointer(instance.pointee.g_class).assumingMemoryBound(to: GResolverClass.self)
        guard let name = methods.pointee.lookup_by_name, let flagged = methods.pointee.lookup_by_name_with_flags,
            let nameAsync = methods.pointee.lookup_by_name_async,
            let flaggedAsync = methods.pointee.lookup_by_name_with_flags_async
        else { return false }
        originals = Originals(name: name, flagged: flagged, nameAsync: nameAsync, flaggedAsync: flaggedAsync)
        methods.pointee.lookup_by_name = { resolver, name, cancel, failure in
            note(name)
            return originals?.name(resolver, name, cancel, failure)
        }
        methods.pointee.lookup_by_name_with_flags = { resolver, name, flags, cancel, failure in
            note(name)
            return originals?.flagged(resolver, name, flags, cancel, failure)
        }
        methods.pointee.lookup_by_name_async = { resolver, name, cancel, callback, data in
            note(name)
            originals?.nameAsync(resolver, name, cancel, callback, data)
        }
        methods.pointee.lookup_by_name_with_flags_async = { resolver, name, flags, cancel, callback, data in
            note(name)
            originals?.flaggedAsync(resolver, name, flags, cancel, callback, data)
        }
        return true
    }()
}
