import ArgumentParser

// Synchronous to the end: GTK's loop runs on the main thread, and Swift's main actor on GTK's loop.
Console.startLog()
do {
    var command = try Drawbridge.parseAsRoot()
    try command.run()
} catch {
    Drawbridge.leave(with: error)
}
