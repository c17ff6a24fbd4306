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

    @Test func `a placeholder without a value stays as it is`() {
        let message: Message = "Send \(5, as: "amount")"
        #expect(message.filled(in: "{amount} {other} {") == "5 {other} {")
    }

    @Test(arguments: [(0, "0 coins"), (1, "1 coin"), (2, "2 coins"), (-1, "-1 coins")])
    func `the number decides between one and many`(count: Int, text: String) {
        #expect(
            localized("\(count, as: "count") coin", plural: "\(count, as: "count") coins", count: count) == text)
    }

    @Test func `a message that is kept as data is the same after it was written and read`() throws {
        let amount = localizable("\(3, as: "count") coin", plural: "\(3, as: "count") coins", count: 3)
        let message = localizable("Send \(amount, as: "amount") to \("{Bob}", as: "recipient").")
        #expect(message.localized == "Send 3 coins to {Bob}.")
        let data = try JSONEncoder().encode(message)
        let read = try JSONDecoder().decode(Message.self, from: data)
        #expect(read == message && read.localized == message.localized)
    }

    @Test func `a message without placeholders is an object with its text`() throws {
        let message = try JSONDecoder().decode(Message.self, from: Data(#"{"message":"Send {1} ETH"}"#.utf8))
        #expect(message.localized == "Send {1} ETH")
    }

    @Test func `a name is a message that no catalog translates`() {
        #expect(Message(verbatim: "{text} 1 ETH").localized == "{text} 1 ETH")
    }
}
