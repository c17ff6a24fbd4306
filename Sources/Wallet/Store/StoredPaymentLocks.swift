import Glibc
import WalletConnectPay

/// Locks on bytes of one empty file in the store's folder, one for each payment.
///
/// They belong to the open file description: two stores in one process exclude each other, too, and the locks of a
/// killed process are released.
struct StoredPaymentLocks: PaymentLocks {
    let folder: StoreFolder

    /// Linux's `F_OFD_SETLK`, which Glibc declares only with `_GNU_SOURCE`.
    private static let setLock: Int32 = 37

    func lock(_ payment: PaymentID) throws(PayError) -> PaymentLock {
        let file: Int32
        do throws(StoreError) { file = try folder.openLock("payments.lock") } catch {
            throw .journal(.unavailable("\(error)"))
        }
        var range = flock()
        range.l_type = Int16(truncatingIfNeeded: F_WRLCK)
        range.l_whence = Int16(truncatingIfNeeded: SEEK_SET)
        range.l_start = Self.place(of: payment)
        range.l_len = 1
        guard fcntl(file, Self.setLock, &range) == 0 else {
            let fault: PayError.Journal =
                errno == EAGAIN || errno == EACCES ? .taken : .unavailable(StoreFolder.reason)
            close(file)
            throw .journal(fault)
        }
        return PaymentLock { close(file) }
    }

    /// The byte of a payment: its 64-bit FNV-1a hash, limited to the range of an offset.
    ///
    /// If two payments have the same byte, the second is refused while the first is being signed.
    private static func place(of payment: PaymentID) -> Int {
        let hash = payment.text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash >> 2)
    }
}
