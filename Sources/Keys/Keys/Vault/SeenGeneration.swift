/// A file next to a vault with the highest generation seen so far, which reveals an older copy of the vault.
///
/// An attacker who can replace the vault can also replace this file: it only informs the user about a restored backup.
/// So its errors are ignored.
struct SeenGeneration {
    let disk: any VaultDisk
    let folder: Int32
    let file: String

    private var note: String { file + ".seen" }

    /// The highest generation seen, or zero.
    func read() -> UInt64 {
        guard let bytes = try? disk.read(note, in: folder, limit: 20) else { return 0 }
        // At most half of the range, so that the next ones can be counted whatever the file contains.
        return min(UInt64(String(decoding: bytes, as: UTF8.self)) ?? 0, UInt64.max / 2)
    }

    /// Records `generation`.
    func write(_ generation: UInt64) {
        do throws(KeyError) {
            try disk.remove(note + ".new", in: folder)
            let draft = try disk.create(note + ".new", in: folder)
            defer { disk.close(draft) }
            try disk.write(Array(String(generation).utf8), to: draft)
            try disk.rename(note + ".new", to: note, in: folder)
        } catch {
            return
        }
    }
}
