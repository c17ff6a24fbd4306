import Bridge
import Ethereum

/// What is signed of typed data depends only on what is shown: read again from its own text, it hashes the same.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let json = try? JSON(parsing: input(start, count)) else { return 0 }
    if let old = try? LegacyTypedData(json) {
        hold(
            old.preimage.count == 64 && !old.fields.isEmpty, "the first version has two hashes and a row for each value"
        )
        hold((try? LegacyTypedData(.string(json.text))) == old, "text and list are read alike")
        hold(LegacyTypedData.isLikely(json), "the first version is told apart")
        hold((try? TypedData(json)) == nil, "no message is of two versions")
    }
    for version in [TypedDataVersion.v3, .v4] {
        guard let data = try? TypedData(json, version: version) else { continue }
        hold(data.preimage.count == 66 && data.preimage.starts(with: [0x19, 0x01]), "a preimage is 66 bytes")
        let again = try? TypedData(.string(json.text), version: version)
        hold(again == data, "text and object are read alike")
        hold(!data.fields.isEmpty, "what is signed is shown")
        hold(data.fields.allSatisfy { !$0.path.isEmpty && !$0.type.isEmpty }, "every row has a name and a type")
    }
    return 0
}
