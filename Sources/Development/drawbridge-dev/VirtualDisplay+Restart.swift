import Glibc
import Harness
import WalletTerminal

extension VirtualDisplay {
    /// Runs this program again with `arguments` in a virtual display, and returns its exit status.
    static func restart(_ arguments: [String] = CommandLine.arguments) throws -> Int32 {
        do {
            return try run(arguments)
        } catch {
            Console.complain("\(error)")
            return 2
        }
    }
}
