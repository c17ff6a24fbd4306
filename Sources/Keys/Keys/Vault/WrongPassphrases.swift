/// A file next to a vault with the number of consecutive wrong passphrases and the time of the last one, so that each
/// process takes the attempts of all processes into account.
///
/// It slows down guessing through this program. A program that can write to the folder can remove it, or copy the vault
/// elsewhere; only the cost of each guess protects against that. Therefore, failures with this file are not errors.
struct WrongPassphrases {
    let disk: any VaultDisk
    let folder: Int32
    let file: String

    private static let tolerance: Int64 = 50

    private var note: String { file + ".tries" }

    /// Rejects an attempt that is too early.
    ///
    /// - Parameter now: Milliseconds since 1970.
    /// - Throws: ``KeyError/tooManyAttempts(seconds:)``.
    func check(at now: Int64) throws(KeyError) {
        guard let (count, last) = read() else { return }
        let pause = Int64(BackOff.pause(after: count)) * 1_000
        // A clock that was set back does not prolong the wait.
        let (past, isBeyondAll) = now.subtractingReportingOverflow(last)
        let rest = isBeyondAll || past < 0 ? pause : pause - min(past, pause)
        // The clocks of two processes agree only to a few milliseconds.
        guard rest > Self.tolerance else { return }
        throw .tooManyAttempts(seconds: Int((rest + 999) / 1_000))
    }

    /// Records a wrong passphrase; the caller holds the folder's lock, if it could be acquired.
    func failed(at now: Int64) {
        let count = min((read()?.count ?? 0) + 1, 1_000)
        do throws(KeyError) {
            try disk.remove(note + ".new", in: folder)
            let draft = try disk.create(note + ".new", in: folder)
            defer { disk.close(draft) }
            try disk.write(Array("\(count) \(now)".utf8), to: draft)
            try disk.rename(note + ".new", to: note, in: folder)
        } catch {
            return
        }
    }

    /// Resets the count after a correct passphrase.
    func succeeded() {
        guard read() != nil else { return }
        try? disk.remove(note, in: folder)
    }

    private func read() -> (count: Int, last: Int64)? {
        guard let bytes = try? disk.read(note, in: folder, limit: 40) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard parts.count == 2, let count = Int(parts[0]), 1...1_000 ~= count, let last = Int64(parts[1]), last >= 0
        else {
            return nil
        }
        return (count, last)
    }
}
