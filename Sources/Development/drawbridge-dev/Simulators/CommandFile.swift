import ArgumentParser
import Primitives

/// A file that a command line names.
enum CommandFile {
    /// Its bytes, at most 1 MiB.
    ///
    /// - Throws: A `ValidationError` that says what is wrong with it.
    static func bytes(_ path: String) throws -> [UInt8] {
        do {
            return try PlainFile.read(path, limit: 1 << 20)
        } catch .file(.missing) {
            throw ValidationError("There is no file \(path.prefix(200)).")
        } catch {
            throw ValidationError("\(path.prefix(200)) is not a readable regular file of at most 1 MiB.")
        }
    }
}
