package import Bitcoin
internal import WalletCore

/// Addresses that are given out, labels and frozen coins, which all processes of the wallet share.
extension AccountSynchroniser {
    /// The address for the next payment, marked as shown.
    package func nextAddress(_ branch: CoinAddressPath.Branch = .receiving) async throws(CoinError) -> CoinAddressPath {
        try await open()
        while true {
            let path = CoinAddressPath(branch, record.isSingleAddress ? 0 : ledger.nextIndex(branch))
            if ledger.scripts[path] == nil { _ = try await extend() }
            guard ledger.scripts[path] != nil else { throw .keys }
            // Another process may have shown it, and others after it.
            if try await reserve(path) { return path }
            try await takeStored()
        }
    }

    /// Marks an address as shown, so that it is not given out again.
    ///
    /// - Returns: Whether no process had shown it.
    @discardableResult package func reserve(_ path: CoinAddressPath) async throws(CoinError) -> Bool {
        guard !record.isSingleAddress, ledger.scripts[path] != nil else { return true }
        // Marked before it is stored: of two callers at the same time, each gets its own address.
        shown.insert(path)
        ledger.show(path)
        let isNew: Bool
        do throws(JournalError) {
            isNew = if let address = address(at: path) { try await store.claim(address, of: record.id) } else { true }
        } catch {
            throw .journal
        }
        await showFollowing()
        return isNew
    }

    /// Derives and follows the addresses after those that were shown.
    private func showFollowing() async {
        _ = try? await extend()
        listen()
        await report()
    }

    /// Takes over the labels, frozen coins and shown addresses that other processes have stored.
    package func takeStored() async throws(CoinError) {
        guard isOpen else { return }
        let (stored, last): (CoinNotes, [CoinAddressPath])
        do throws(JournalError) {
            (stored, last) = (try await store.notes(of: record.id), try await store.lastShown(of: record.id))
        } catch {
            throw .journal
        }
        let new = last.filter { !ledger.isShown($0) }
        guard stored != notes || !new.isEmpty else { return }
        notes = stored
        for path in new { ledger.show(path) }
        await showFollowing()
    }

    /// Stores a label; an empty one removes it.
    package func label(_ text: String, _ subject: CoinNotes.Subject) async throws(CoinError) {
        do throws(JournalError) {
            try await store.label(text, subject, of: record.id)
            notes = try await store.notes(of: record.id)
        } catch {
            throw .journal
        }
        await report()
    }

    /// Excludes a coin from payments, or no longer.
    package func freeze(_ coin: OutPoint, _ isFrozen: Bool) async throws(CoinError) {
        do throws(JournalError) {
            try await store.freeze(coin, isFrozen, of: record.id)
            notes = try await store.notes(of: record.id)
        } catch {
            throw .journal
        }
        await report()
    }
}
