import SumUp
import Testing

@Suite struct SumUpReturnAddressTests {
    @Test(arguments: [
        "https://shop.example/", "https://shop.example", "https://shop.example:8443/a?b=c#d", "http://127.0.0.1:8080/a",
        "http://localhost/", "drawbridge://sumup-callback?attempt=1", "com.example.till:done", "till:/x%20y",
    ])
    func `a safe address is accepted unchanged`(text: String) throws {
        #expect(try SumUpReturnAddress(text).text == text)
    }

    @Test(arguments: [
        ("", SumUpError.Reason.empty), ("shop.example/x", .form), ("//shop.example", .form), (":x", .form),
        ("till:", .form), ("1till://x", .form), ("javascript:alert(1)", .scheme), ("JavaScript://%0aalert(1)", .scheme),
        ("vbscript:x", .scheme), ("data:text/html,x", .scheme), ("file:///etc/passwd", .scheme), ("blob:x", .scheme),
        ("about:blank", .scheme), ("view-source:https://a.example", .scheme), ("intent://x#Intent;end", .scheme),
        ("content://x", .scheme), ("webkit://gpu", .scheme), ("smb://host/x", .scheme), ("tel:110", .scheme),
        ("sumupmerchant://pay/1.0?amount=1", .scheme), ("sumupmerchanttest://pay", .scheme), ("wc:abc@2", .scheme),
        ("bitcoincash:qq", .scheme), ("mailto:a@b.example", .scheme),
        ("http://shop.example/", .scheme), ("https://user@shop.example/", .form), ("https://", .form),
        ("https://shop.example:99999/", .form), ("https:/shop.example", .form), ("https:shop.example", .form),
        ("https://shop.example\\@evil.example/", .characters), ("https://shop.example/ x", .characters),
        ("https://shop.example/\nx", .characters), ("java\tscript:x", .characters),
        ("https://shop.example/<x>", .characters),
        ("https://shop.example/%zz", .characters), ("https://shop.example/%2", .characters),
        ("https://shöp.example/", .characters),
        ("https://shop.example/\(String(repeating: "x", count: 2_048))", .long),
    ])
    func `an address that could harm is refused`(text: String, reason: SumUpError.Reason) {
        #expect(throws: SumUpError.wrong(.callback, reason)) { try SumUpReturnAddress(text) }
    }
}
