import ArgumentParser
import Keys

// Synchronous to the end: GTK's loop runs on the main thread, and Swift's main actor on GTK's loop.
// First of all, so that no secret is ever in a process that others may look into.
ProcessGuard.harden()
Console.startLog()
Console.logMemoryLock()
do {
    var command = try Drawbridge.parseAsRoot()
    try command.run()
} catch {
    Drawbridge.leave(with: error)
}
