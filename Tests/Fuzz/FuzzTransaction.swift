import BigInt
import Ethereum
import Keys
import Primitives

/// A signed transaction that is read writes the same bytes again, and one that is signed here is read as it was made.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    if let signed = try? SignedTransaction(raw: bytes) {
        hold(signed.raw == bytes, "there is one way to write a transaction")
        hold(signed.signature.signature.isLowS, "s is low")
        hold((try? SignedTransaction(raw: signed.raw)) == signed, "reading twice gives the same")
        hold(!signed.transaction.payload.elementsEqual(bytes), "what is signed is not what is sent")
        checkFromTheMiddle(bytes)
    }
    var rest = bytes[...]
    guard let made = transaction(&rest),
        let key = try? PrivateKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32))),
        let signature = try? key.sign(made.digest), let address = try? EthereumAddress(key.publicKey())
    else { return 0 }
    let read = try? SignedTransaction(raw: made.signed(signature))
    hold(read?.transaction == made, "what was signed is read as it was made")
    hold(read?.sender == address, "the sender is who signed")
    return 0
}

/// A byte more or less is never a transaction too.
private func checkFromTheMiddle(_ bytes: [UInt8]) {
    hold((try? SignedTransaction(raw: bytes + [0])) == nil, "nothing may follow a transaction")
    hold((try? SignedTransaction(raw: Array(bytes.dropLast()))) == nil, "nothing may be missing from a transaction")
}

/// A transaction with fields from `bytes`.
private func transaction(_ bytes: inout ArraySlice<UInt8>) -> EthereumTransaction? {
    func word() -> UInt64 {
        (0..<((bytes.popFirst() ?? 0) % 9)).reduce(0) { word, _ in word << 8 | UInt64(bytes.popFirst() ?? 0) }
    }
    func number() -> BigUInt { (0..<5).reduce(0) { number, _ in number << 52 | BigUInt(word() >> 12) } }
    func content(_ size: Int) -> [UInt8] { (0..<size).map { _ in bytes.popFirst() ?? 0 } }
    let kind = bytes.popFirst() ?? 0
    let fees: EthereumTransaction.Fees =
        switch kind % 3 {
        case 0: .legacy(gasPrice: number())
        case 1: .accessList(gasPrice: number())
        default: .dynamic(maxFee: number(), maxPriorityFee: number())
        }
    let to = kind & 0x40 == 0 ? try? EthereumAddress(bytes: content(20)) : nil
    let entries = kind % 3 == 0 ? 0 : Int(kind >> 2 & 3)
    let list = (0..<entries).compactMap { _ in
        try? AccessListEntry(address: EthereumAddress(bytes: content(20)), storageKeys: [content(32)])
    }
    return try? EthereumTransaction(
        chainID: word(), nonce: word(), fees: fees, gasLimit: word(), to: to, value: number(),
        data: content(Int(bytes.popFirst() ?? 0)), accessList: list)
}
