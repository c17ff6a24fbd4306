/// The instructions of a test for the simulated user.
struct UserScript {
    /// One answer.
    enum Answer: String {
        case approve
        case reject
    }

    /// The answers to the next questions.
    private(set) var next: [Answer] = []

    /// The answer to every question beyond ``next``.
    var always: Answer?

    /// The texts to type when questions ask for text, in order.
    private var texts: [String] = []

    /// Whether questions without an answer stay open until there is one.
    var isHolding = false

    mutating func add(_ answer: Answer, times: Int) {
        next.append(contentsOf: repeatElement(answer, count: times))
    }

    mutating func type(_ text: String) {
        texts.append(text)
    }

    /// The answer to one more question; `nil` if the script has none.
    mutating func take() -> Answer? {
        next.isEmpty ? always : next.removeFirst()
    }

    /// The text to type into a field with the text `initial`.
    mutating func text(initial: String) -> String {
        texts.isEmpty ? initial : texts.removeFirst()
    }

    /// Discards the remaining answers, and describes them.
    ///
    /// An expected question that is not asked is a failure of the page or of the test.
    func complaints() -> [String] {
        var complaints: [String] = []
        for answer in [Answer.approve, .reject] {
            let count = next.count { $0 == answer }
            if count > 0 {
                let noun = answer == .approve ? "approval" : "rejection"
                complaints.append(
                    "The test expected \(count) more \(noun)\(count == 1 ? "" : "s"), but the wallet did not ask.")
            }
        }
        if !texts.isEmpty { complaints.append("The test set a text to type, but the wallet asked for none.") }
        return complaints
    }
}
