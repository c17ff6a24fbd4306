import Glibc
import Harness
import WalletApp

/// Where there is no display, the program starts again in a virtual one.
enum Display {
    /// Runs this program again with `arguments` in a virtual display, and returns its exit status.
    static func virtual(_ arguments: [String] = CommandLine.arguments) throws -> Int32 {
        do {
            return try VirtualDisplay.run(arguments)
        } catch {
            Console.complain("\(error)")
            return 2
        }
    }
}
