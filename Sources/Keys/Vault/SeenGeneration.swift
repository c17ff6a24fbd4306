/// A note beside a vault of the highest generation that was seen, by which an older copy in its place is noticed.
///
/// Whoever can replace the vault can replace the note, too: it tells a person of a backup that came back, and stops
/// nobody. So what goes wrong with it is no error.
struct SeenGeneration {
    let disk: any VaultDisk
    let folder: Int32
    let file: String

    private var note: String { file + ".seen" }

    /// The highest generation seen; zero where none was.
    func read() -> UInt64 {
        guard let bytes = try? disk.read(note, in: folder, limit: 20) else { return 0 }
        // Half of all numbers at most, so that the next ones can be counted whatever the note says.
        return min(UInt64(String(decoding: bytes, as: UTF8.self)) ?? 0, UInt64.max / 2)
    }

    /// Notes `generation`.
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
