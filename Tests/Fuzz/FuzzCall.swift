import ClearSigning
import Ethereum
import Keys

/// A parsed call is encoded again to the same bytes, and every call results in some intent.
///
/// The first byte picks a type for the rest to be read by; after that the same bytes are read as a call.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    guard let first = bytes.first, let token = try? EthereumAddress(bytes: [UInt8](repeating: 7, count: 20)) else {
        return 0
    }
    let types = kinds[Int(first) % kinds.count]
    let data = Array(bytes.dropFirst())
    if let values = try? ABIDecoder.decode(types, from: data) {
        hold((try? ABIEncoder.encode(values, as: types)) == data, "there is one way to write a call")
    }
    // Loosely read, the values can be written the standard's way, and are then the same.
    if let values = try? ABIDecoder.decode(types, from: data, layout: .loose) {
        let encoded = try? ABIEncoder.encode(values, as: types)
        if let encoded, encoded.count <= 1 << 20 {
            hold((try? ABIDecoder.decode(types, from: encoded)) == values, "what is written is read again")
        }
    }
    let call = ContractCall(chainID: 1, to: token, data: bytes)
    let intent = Intent(call)
    if case .allowance(let allowance) = intent, allowance.way == .approve, !allowance.isPermit2 {
        hold(bytes.count == 68 + (call.attribution?.size ?? 0), "an approval is 68 bytes, and who brought it about")
    }
    hold(!intent.all.isEmpty, "every call is something")
    let marks = Intent.marks(of: call)
    hold((0...128).contains(marks), "no more than 128 bytes stand behind a call")
    if marks > 0 {
        var plain = call
        plain.data.removeLast(marks)
        hold(Intent(call, takesMarks: true) == Intent(plain), "marks change nothing")
    }
    return 0
}

private let kinds: [[ABIType]] = [
    "uint256", "(address,uint256)", "bytes", "(string,bytes4,int8)[]", "bytes[]", "(uint8[2][],bool)", "uint256[][][]",
    "((address,uint160,uint48,uint48)[],address,uint256)", "(address,bool,bytes)[]",
].compactMap { try? [ABIType($0)] }
