/// Replaces a vault's file in such a way that a complete vault is on the disk at any moment.
///
/// The bytes are written to a new file in the same folder, synchronised, read back and checked. Only then is the new
/// file renamed to the old name, and the folder is synchronised too.
struct SafeWrite {
    let disk: any VaultDisk
    let folder: Int32

    /// Writes `bytes` as the file `name`, which must not exist if `isNew` is true.
    ///
    /// The caller holds the folder's lock. `isRight` gets the bytes that were read back.
    ///
    /// - Throws: ``KeyError/notWritten`` if they differ, or the system's error; then the old file still exists.
    func write(
        _ bytes: [UInt8], as name: String, isNew: Bool, isRight: ([UInt8]) -> Bool
    ) throws(KeyError) {
        let draft = name + ".new"
        // A program that ended during a write left this file: no other process can be writing while the lock is held.
        try disk.remove(draft, in: folder)
        do throws(KeyError) {
            let file = try disk.create(draft, in: folder)
            do throws(KeyError) {
                try disk.write(bytes, to: file)
                try disk.synchronize(file)
            } catch {
                disk.close(file)
                throw error
            }
            disk.close(file)
            let back = try disk.read(draft, in: folder, limit: VaultFile.longest)
            guard back == bytes, isRight(back) else { throw .notWritten }
            if isNew {
                try disk.renameNew(draft, to: name, in: folder)
            } else {
                try disk.rename(draft, to: name, in: folder)
            }
        } catch {
            try? disk.remove(draft, in: folder)
            throw error
        }
        try disk.synchronize(folder)
    }
}
