extension Vault {
    /// Takes over what another process has changed in the file: the name and the accounts.
    ///
    /// - Throws: ``KeyError/locked``, ``KeyError/changedElsewhere`` if the file has another passphrase by now, or the
    ///   error of reading it; then nothing has changed here.
    public func refresh() throws(KeyError) {
        let place = try OpenFolder(folder.path)
        let bytes = try folder.disk.read(file, in: place.descriptor, limit: VaultFile.longest)
        let sealed = try VaultFile(bytes, policy: folder.policy)
        try update { open, name throws(KeyError) in
            guard let plain = sealed.open(key: open.key.bytes) else { throw .changedElsewhere }
            let contents = try VaultContents(plain)
            // An older file is a copy that was put back, which is said when the wallet is unlocked.
            guard contents.generation > open.contents.generation else { return }
            open.contents.accounts = contents.accounts
            open.contents.generation = contents.generation
            name = sealed.header.name
        }
    }
}
