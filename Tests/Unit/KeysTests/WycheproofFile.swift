/// A file of Project Wycheproof: groups of tests of the same kind.
struct WycheproofFile<Test: Decodable>: Decodable {
    struct Group: Decodable {
        struct Key: Decodable {
            let uncompressed: HexBytes
        }

        let publicKey: Key?
        let tests: [Test]
    }

    let testGroups: [Group]

    var tests: [Test] { testGroups.flatMap(\.tests) }
}
