import Glibc
import Keys

/// A separate process for operations that a test process cannot perform: being killed and being searched.
///
/// - `VaultWriter kill FOLDER COUNT [careless]` makes a vault, and kills as many writers of it as asked for
/// - `VaultWriter remember FOLDER [careless]` takes secrets from its input, uses them, and waits to be searched
@main
enum VaultWriter {
    static let passphrase = "quiet river forty lamps"

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("kill", 3...4):
            let folder = arguments[arguments.startIndex + 1]
            guard let count = Int(arguments[arguments.startIndex + 2]) else { exit(64) }
            try Killing(path: folder, isCareless: arguments.last == "careless").run(count)
        case ("remember", 2...3):
            let path = arguments[arguments.startIndex + 1]
            try Remembering(path: path, isCareless: arguments.last == "careless").run()
        default:
            exit(64)
        }
    }
}
