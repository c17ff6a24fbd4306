/// What a test tells the user to do, before it is asked.
struct UserScript {
    /// One answer.
    enum Answer: String {
        case approve
        case reject
    }

    /// The answers to the next questions.
    private(set) var next: [Answer] = []

    /// The answer to every question that ``next`` says nothing about.
    var always: Answer?

    /// What is typed where a question asks for a text; in order.
    private var texts: [String] = []

    /// Whether questions without an answer stay open until one comes.
    var isHolding = false

    mutating func add(_ answer: Answer, times: Int) {
        next.append(contentsOf: repeatElement(answer, count: times))
    }

    mutating func type(_ text: String) {
        texts.append(text)
    }

    /// The answer to one more question; `nil` where the script has none.
    mutating func take() -> Answer? {
        next.isEmpty ? always : next.removeFirst()
    }

    /// What is typed into a field that shows `initial` at first.
    mutating func text(initial: String) -> String {
        texts.isEmpty ? initial : texts.removeFirst()
    }

    /// Drops what is left of the answers for the next questions, and says what it was.
    ///
    /// What a test expects to be asked and is not is a fault of the page or of the test.
    func complaints() -> [String] {
        var complaints: [String] = []
        for answer in [Answer.approve, .reject] {
            let count = next.count { $0 == answer }
            if count > 0 {
                complaints.append("the wallet expected to \(answer.rawValue) \(count) more, but was not asked")
            }
        }
        if !texts.isEmpty { complaints.append("the test set a text to type, but none was asked for") }
        return complaints
    }
}
