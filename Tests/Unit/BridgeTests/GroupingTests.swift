import Bridge
import Testing

@Suite struct GroupingTests {
    private func groups(_ text: String) -> String {
        let ends = Set(Grouping.ends(in: text))
        return text.utf8.enumerated().map { index, byte in
            String(decoding: [byte], as: UTF8.self) + (ends.contains(index) ? " " : "")
        }.joined()
    }

    @Test(arguments: [
        (
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7"
        ),
        (
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            "bitcoincash: qpm2 qszn hks2 3z76 29mm s6s4 cwef 74vc wvy2 2gdx 6a"
        ),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bc1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k v8f3 t4"),
    ])
    func `an address is split into groups of four`(address: String, grouped: String) {
        #expect(groups(address) == grouped)
    }

    @Test(arguments: ["", "0x", "12.50 USDC", "Ethereum", "0x52\u{202E}908400098527886E0F", "a:b:c:d:e:f:g:h:i"])
    func `other text is not grouped`(text: String) {
        #expect(Grouping.ends(in: text) == [])
    }
}
