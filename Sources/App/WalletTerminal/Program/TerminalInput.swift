import Glibc
import Keys
import Messages

/// Lines that a person types, or that come from a pipe; secrets are not shown while they are typed.
package enum TerminalInput {
    /// Whether a person types.
    package static let isTerminal = isatty(STDIN_FILENO) != 0

    /// The maximum length of a line.
    private static let longest = 4_096

    /// Whether another line comes within a tenth of a second.
    private static var hasMore: Bool {
        let isReadable = Int16(truncatingIfNeeded: POLLIN)
        var input = pollfd(fd: STDIN_FILENO, events: isReadable, revents: 0)
        return poll(&input, 1, 100) > 0 && input.revents & isReadable != 0
    }

    /// A line; `nil` if there are no more.
    package static func line(_ prompt: String) -> String? {
        guard let bytes = bytes(prompt) else { return nil }
        defer { bytes.deallocate() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A line that is not shown while it is typed, in memory that the caller wipes; `nil` if there are no more.
    ///
    /// With `mayBePasted`, lines that come at once, as from a paste, are read as one.
    package static func secret(_ prompt: String, mayBePasted: Bool = false) -> UnsafeMutableRawBufferPointer? {
        let quiet = QuietTerminal()
        // The line break of a hidden line is not shown either.
        defer { if quiet != nil { Console.say("") } }
        return bytes(prompt, mayBePasted: mayBePasted)
    }

    private static func bytes(_ prompt: String, mayBePasted: Bool = false) -> UnsafeMutableRawBufferPointer? {
        _ = "\(prompt) ".withCString { write(STDOUT_FILENO, $0, strlen($0)) }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: longest, alignment: 1)
        defer {
            if let start = room.baseAddress { explicit_bzero(start, room.count) }
            room.deallocate()
        }
        // It is read byte by byte, so that no part of a secret stays in a buffer of the library.
        var count = 0
        var byte: UInt8 = 0
        defer { explicit_bzero(&byte, 1) }
        while true {
            let got = read(STDIN_FILENO, &byte, 1)
            if got <= 0, count == 0 { return nil }
            if got <= 0 { break }
            if byte == UInt8(ascii: "\n"), !(mayBePasted && isTerminal && hasMore) { break }
            // The rest of a line that is too long must not become the answer to the next question.
            if count == room.count { continue }
            room[count] = byte
            count += 1
        }
        let line = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        line.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
        return line
    }

    /// Opens a wallet with the passphrase that a person types, until it is the right one.
    ///
    /// - Parameters:
    ///   - vault: The wallet.
    ///   - purpose: What it is opened for.
    /// - Returns: Whether it is open; false if there are no more lines, or the passphrase of a pipe is wrong.
    static func unlock(_ vault: Vault, to purpose: String) -> Bool {
        Console.say("\n\(purpose)")
        let label = localized("Passphrase of “\(vault.name, as: "wallet")”")
        repeat {
            guard let line = secret(localized("\(label, as: "label"):")) else { return false }
            let passphrase = SecretBytes(copying: line)
            if let start = line.baseAddress { explicit_bzero(start, line.count) }
            line.deallocate()
            Console.say(localized("Opening the wallet…"))
            do throws(KeyError) {
                try vault.unlock(passphrase: passphrase)
                return true
            } catch {
                Console.complain(error.description)
            }
        } while isTerminal
        return false
    }
}
