/// A page script that behaves as the published client library of Bitcoin.com Link does, in our own words.
///
/// What matters of it: it reassigns the global object, overwrites `receiveMessage`, prefers the way with text, makes
/// ids of command, time and chance, asks the document 21 questions for its metadata, and notes who waits for an answer
/// only after the wallet's function has returned. It never gives up waiting.
enum ClientLibrary {
    static let script = PageCode.call("client-library", "install")
}
