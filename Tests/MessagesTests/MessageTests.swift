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

    @Test func `a placeholder without a value stays as it is`() {
        let message: Message = "Send \(5, as: "amount")"
        #expect(message.filled(in: "{amount} {other} {") == "5 {other} {")
    }

    @Test(arguments: [(0, "0 coins"), (1, "1 coin"), (2, "2 coins"), (-1, "-1 coins")])
    func `the number decides between one and many`(count: Int, text: String) {
        #expect(
            localized("\(count, as: "count") coin", plural: "\(count, as: "count") coins", count: count) == text)
    }
}
