/// How a vault's file gets new bytes so that at every moment one whole vault is on the disk.
///
/// The bytes go to a new file beside, are waited for, read back and tried; only then does the new file get the name
/// of the old one, and the names are waited for, too.
struct SafeWrite {
    let disk: any VaultDisk
    let folder: Int32

    /// Writes `bytes` as the file `name`, which must not be there where `isNew`.
    ///
    /// The caller holds the folder's lock. `isRight` is given what was read back.
    ///
    /// - Throws: ``KeyError/notWritten`` where that differs, or what the system said; the old file is there then.
    func write(
        _ bytes: [UInt8], as name: String, isNew: Bool, isRight: ([UInt8]) -> Bool
    ) throws(KeyError) {
        let draft = name + ".new"
        // Left by a program that ended during a write: no other process can be writing while the lock is held.
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
