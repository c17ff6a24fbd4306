import Testing

@testable import Bridge

@Suite struct PunycodeTests {
    /// The samples of RFC 3492, section 7.1, and real host names.
    @Test(arguments: [
        ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"),
        ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
        ("ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"),
        ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
        ("4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"),
        ("i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd", "यहलोगहिन्दीक्योंनहींबोलसकतेहैं"),
        ("n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"),
        ("b1abfaaepdrnnbgefbadotcwatmq2g4l", "почемужеонинеговорятпорусски"),
        ("PorqunopuedensimplementehablarenEspaol-fmd56a", "PorquénopuedensimplementehablarenEspañol"),
        ("3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"),
        ("bcher-kva", "bücher"), ("80ak6aa92e", "аррӏе"), ("pypal-4ve", "pаypal"), ("ls8h", "💩"),
    ])
    func `labels from other encoders are decoded`(text: String, decoded: String) {
        #expect(Punycode.decode(text[...]).map { Array($0.unicodeScalars) } == Array(decoded.unicodeScalars))
    }

    @Test(arguments: [
        "", "-", "abc-", "-> $1.00 <--", "ü", "a-ü", "é-bcher", "99999999", "zzzzzzzzzzzzzzzzzzzz", "bcher-k", "ls8h!",
        "a b",
        "999999b", "0000000000", "-99999999999999",
    ])
    func `invalid Punycode is refused without a crash`(text: String) {
        #expect(Punycode.decode(text[...]) == nil)
    }

    @Test func `any short text is decoded or refused`() {
        let alphabet = Array("a0z9-k")
        var words = [""]
        for _ in 0..<5 { words += words.suffix(7_776).flatMap { word in alphabet.map { word + String($0) } } }
        for word in words {
            guard let decoded = Punycode.decode(word[...]) else { continue }
            #expect(!decoded.isEmpty)
        }
    }
}
