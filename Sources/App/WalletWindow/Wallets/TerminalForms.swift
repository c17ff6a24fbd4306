import Bridge
import Messages
import WalletTerminal
import WalletUI

/// Asks questions on the terminal; secrets are not shown while they are typed.
@MainActor final class TerminalForms: ScreenPresenter {
    private var screen: Screen?

    func ask(_ screen: Screen) async -> ScreenAnswers? {
        self.screen = screen
        Console.say("\n\(screen.heading)")
        for paragraph in screen.paragraphs {
            Console.say(paragraph.tone == .plain ? paragraph.text : "! \(paragraph.text)")
        }
        return answers(to: screen)
    }

    func complain(_ problems: [FieldID: String]) async -> ScreenAnswers? {
        for problem in problems.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { Console.complain(problem.value) }
        // Asking again does not change answers from a pipe.
        guard TerminalInput.isTerminal, let screen else { return nil }
        return answers(to: screen)
    }

    func work(_ sentence: String) {
        Console.say(sentence)
    }

    private func answers(to screen: Screen) -> ScreenAnswers? {
        var values: [FieldID: String] = [:]
        var secrets: [FieldID: UnsafeMutableRawBufferPointer] = [:]
        for field in screen.fields {
            if let hint = field.hint { Console.say(hint) }
            switch field.kind {
            case .text(let initial), .lines(let initial), .date(let initial), .file(let initial, _):
                let prompt =
                    initial.isEmpty
                    ? localized("\(field.label, as: "label"):")
                    : localized("\(field.label, as: "label") [\(initial, as: "default")]:")
                guard let text = value(of: field, prompt, { $0.isEmpty ? initial : $0 }) else { return nil }
                values[field.id] = text
            case .checkbox(let initial):
                let prompt =
                    initial
                    ? localized("\(field.label, as: "label") [Y/n]:") : localized("\(field.label, as: "label") [y/N]:")
                // The letter for “yes” that the prompt shows.
                let yes = localized("y")
                let text = value(of: field, prompt) {
                    ($0.isEmpty ? initial : $0.lowercased().hasPrefix(yes)) ? "true" : "false"
                }
                guard let text else { return nil }
                values[field.id] = text
            case .choice(let choices, let selected):
                guard let choice = choose(field.label, choices, selected) else { return nil }
                values[field.id] = choice
            case .shownWords(let words):
                for (index, word) in words.enumerated() {
                    Console.say(words.count == 1 ? word : "\(index < 9 ? " " : "")\(index + 1). \(word)")
                }
            case .secret:
                guard let secret = TerminalInput.secret(localized("\(field.label, as: "label"):")) else { return nil }
                secrets[field.id] = secret
            case .typedWords(let count, _):
                let prompt = localized(
                    "\(field.label, as: "label"), all \(count, as: "count") in one line:",
                    plural: "\(field.label, as: "label"), all \(count, as: "count") in one line:", count: count)
                guard let secret = TerminalInput.secret(prompt, mayBePasted: true) else { return nil }
                secrets[field.id] = secret
            }
        }
        let isShown = screen.fields.allSatisfy { if case .shownWords = $0.kind { true } else { false } }
        if isShown, TerminalInput.isTerminal, let next = screen.buttons.first(where: { $0.kind == .next }),
            TerminalInput.line(localized("Press Enter: \(next.label, as: "action").")) == nil
        {
            return nil
        }
        return ScreenAnswers(values: values, secrets: secrets)
    }

    /// Asks until the field accepts the value that `read` parses from the line; `nil` if there are no more lines.
    private func value(of field: FormField, _ prompt: String, _ read: (String) -> String) -> String? {
        while let text = TerminalInput.line(prompt) {
            let answer = read(text)
            guard let problem = field.problem(with: answer) else { return answer }
            Console.complain(problem)
            guard TerminalInput.isTerminal else { return nil }
        }
        return nil
    }

    private func choose(_ label: String, _ choices: [FormField.Choice], _ selected: String) -> String? {
        Console.say(localized("\(label, as: "label"):"))
        for (index, choice) in choices.enumerated() { Console.say("  \(index + 1) \(choice.label)") }
        let first = (choices.firstIndex { $0.id == selected } ?? 0) + 1
        while let text = TerminalInput.line(localized("Number [\(first, as: "default")]:")) {
            if text.isEmpty { return selected }
            if let number = Int(text), choices.indices.contains(number - 1) { return choices[number - 1].id }
            guard TerminalInput.isTerminal else { return nil }
        }
        return nil
    }
}
