import Foundation
import Testing

@testable import Messages

struct MessageTests {
    @Test func `each placeholder is replaced by its value, also if the order is another one`() {
        let message: Message = "Send \(5, as: "amount") to \("Bob", as: "recipient")."
        #expect(message.key == "Send {amount} to {recipient}.")
        #expect(localized("Send \(5, as: "amount") to \("Bob", as: "recipient").") == "Send 5 to Bob.")
        #expect(message.filled(in: "An {recipient} werden {amount} gesendet.") == "An Bob werden 5 gesendet.")
    }

    @Test(arguments: ["{amount}", "{", "}", "{}", "%s", "{recipient}{amount}"])
    func `a value is never read as a placeholder`(value: String) {
        let message: Message = "\(value, as: "recipient") gets \(1, as: "amount")"
        #expect(message.filled(in: message.key) == "\(value) gets 1")
    }

    @Test func `a placeholder without a value is unchanged`() {
        let message: Message = "Send \(5, as: "amount")"
        #expect(message.filled(in: "{amount} {other} {") == "5 {other} {")
    }

    @Test func `a localized text has the range of each value in bytes of UTF-8`() {
        let message: Message = "“\("shop", as: "site")” asks \("shop", as: "person") for \(5, as: "amount")"
        let text = message.localizedText
        #expect(text.text == "“shop” asks shop for 5" && text.text == message.localized)
        #expect(text.ranges == ["site": [3..<7], "person": [16..<20], "amount": [25..<26]])
    }

    @Test func `a translation that repeats, reorders or omits a placeholder has the ranges of its own text`() {
        let message: Message = "\("é", as: "site") asks \("Bob", as: "person")"
        let text = message.filledText(in: "Bob: {person}, {site}, {site}")
        #expect(text.text == "Bob: Bob, é, é")
        #expect(text.ranges == ["person": [5..<8], "site": [10..<12, 14..<16]])
        #expect(message.filledText(in: "{other}").ranges.isEmpty)
    }

    @Test func `a value with the name of another placeholder in braces does not move a range`() {
        let message: Message = "\("{b}", as: "a")\("x", as: "b")"
        #expect(message.localizedText.ranges == ["a": [0..<3], "b": [3..<4]])
    }

    @Test func `a phrase in place of a placeholder has one range`() {
        let phrase: Message = "\(3, as: "count") coins"
        let message: Message = "Send \(phrase, as: "amount")."
        #expect(message.localizedText.ranges == ["amount": [5..<12]])
    }

    @Test(arguments: [(0, "0 coins"), (1, "1 coin"), (2, "2 coins"), (-1, "-1 coins")])
    func `the number decides between one and many`(count: Int, text: String) {
        #expect(
            localized("\(count, as: "count") coin", plural: "\(count, as: "count") coins", count: count) == text)
    }

    @Test func `a message that is stored as data survives a round trip`() throws {
        let amount = localizable("\(3, as: "count") coin", plural: "\(3, as: "count") coins", count: 3)
        let message = localizable("Send \(amount, as: "amount") to \("{Bob}", as: "recipient").")
        #expect(message.localized == "Send 3 coins to {Bob}.")
        let data = try JSONEncoder().encode(message)
        let read = try JSONDecoder().decode(Message.self, from: data)
        #expect(read == message && read.localized == message.localized)
    }

    @Test func `the English text is that of the source, also for a phrase in a placeholder`() {
        let amount = localizable("\(1, as: "count") coin", plural: "\(1, as: "count") coins", count: 1)
        let message = localizable("Send \(amount, as: "amount") to \("{Bob}", as: "recipient").")
        #expect(message.english == "Send 1 coin to {Bob}.")
        #expect(localizable("\(2, as: "count") coin", plural: "\(2, as: "count") coins", count: 2).english == "2 coins")
    }

    @Test func `a message without placeholders is an object with its text`() throws {
        let message = try JSONDecoder().decode(Message.self, from: Data(#"{"message":"Send {1} ETH"}"#.utf8))
        #expect(message.localized == "Send {1} ETH")
    }

    @Test func `a name is a message that no catalog translates`() {
        #expect(Message(verbatim: "{text} 1 ETH").localized == "{text} 1 ETH")
    }

    @Test func `a language that is a path is not trusted`() {
        #expect(Catalog.isTrusted(nil) && Catalog.isTrusted("de:en"))
        #expect(!Catalog.isTrusted("../x") && !Catalog.isTrusted("/tmp/x"))
    }
}
