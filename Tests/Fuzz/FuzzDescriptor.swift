import BigInt
import ClearSigning
import Ethereum

/// Any content of a file of descriptors is refused, or its texts fit on their lines.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    guard let token = try? EthereumAddress("0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1"),
        let function = try? ABIFunction("pay(address to, uint256 amount, bytes data)"),
        let data = try? function.call([.address(token), .number(250), .bytes([1, 2, 3])])
    else { return 0 }
    // As a whole file, and as the fields of one that is right.
    let head =
        #"{"context":{"contract":{"deployments":[{"chainId":1,"address":"\#(token)"}]}},"metadata":{"#
        + #""constants":{"a":"0xff"},"enums":{"e":{"1":"One"}}},"display":{"formats":{"#
        + #""pay(address to, uint256 amount, bytes data)":{"intent":"Pay","fields":["#
    let whole = Array(head.utf8) + bytes + Array("]}}}}".utf8)
    let context = DisplayContext(coin: "ETH") { _ in nil }
    for file in [bytes, whole] {
        let book = DescriptorBook(files: ["a.json": file])
        let call = ContractCall(chainID: 1, from: token, to: token, value: 7, data: data)
        guard let display = book.display(call, context: context) else { continue }
        hold(display.intent.unicodeScalars.count <= 60, "an intent is short")
        for row in display.rows {
            hold(row.label.unicodeScalars.count <= 40, "a label is short")
            hold(!row.label.unicodeScalars.contains { $0.value < 0x20 }, "a label is one line")
            hold(row.isTheirs || !row.text.unicodeScalars.contains { $0.value < 0x20 }, "a text of ours is one line")
        }
    }
    return 0
}
