/// A piece of work that ours and the peers do alike: `count` times, with the last result as proof.
struct CryptoTask {
    /// Does it so many times, and gives what came out last.
    typealias Work = (Int) throws -> [UInt8]

    /// What it is, for the table.
    let name: String

    /// Its name in `peer.py`.
    let word: String

    /// How often it is done in each turn.
    let count: Int

    /// The number of bytes that each call processes, if this is what is measured.
    var bytes = 0

    /// How ours must compare with C, if there is a goal.
    var goal = Goal.none

    /// Done by the wallet's rooms.
    let trusted: Work

    /// Done in C.
    var bare: Work?

    /// The figure of the table for `seconds`: megabytes a second, or microseconds each.
    func figure(_ seconds: Double, _ count: Int) -> Double {
        bytes > 0 ? Double(bytes * count) / seconds / 1e6 : seconds * 1e6 / Double(count)
    }

    /// The unit of the figure.
    var unit: String { bytes > 0 ? "MB/s" : "us" }
}
