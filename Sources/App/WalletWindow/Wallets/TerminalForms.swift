import Bridge
import Glibc
import Messages
import WalletUI

/// Asks questions on the terminal; secrets are not shown while they are typed.
@MainActor final class TerminalForms: ScreenPresenter {
    private var screen: Screen?
    private var isTerminal = isatty(STDIN_FILENO) != 0

    /// The maximum length of a line.
    private static let longest = 4_096

    /// Whether another line comes within a tenth of a second.
    private static var hasMore: Bool {
        let isReadable = Int16(truncatingIfNeeded: POLLIN)
        var input = pollfd(fd: STDIN_FILENO, events: isReadable, revents: 0)
        return poll(&input, 1, 100) > 0 && input.revents & isReadable != 0
    }

    func ask(_ screen: Screen) async -> ScreenAnswers? {
        self.screen = screen
        Console.say("\n\(screen.heading)")
        for paragraph in screen.paragraphs {
            Console.say(paragraph.tone == .plain ? paragraph.text : "! \(paragraph.text)")
        }
        return answers(to: screen)
    }

    func complain(_ problems: [String: String]) async -> ScreenAnswers? {
        for problem in problems.sorted(by: { $0.key < $1.key }) { Console.complain(problem.value) }
        // Asking again does not change answers from a pipe.
        guard isTerminal, let screen else { return nil }
        return answers(to: screen)
    }

    func work(_ sentence: String) {
        Console.say(sentence)
    }

    private func answers(to screen: Screen) -> ScreenAnswers? {
        var values: [String: String] = [:]
        var secrets: [String: UnsafeMutableRawBufferPointer] = [:]
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
                guard let secret = secret(localized("\(field.label, as: "label"):")) else { return nil }
                secrets[field.id] = secret
            case .typedWords(let count, _):
                let prompt = localized(
                    "\(field.label, as: "label"), all \(count, as: "count") in one line:",
                    plural: "\(field.label, as: "label"), all \(count, as: "count") in one line:", count: count)
                guard let secret = secret(prompt, mayBePasted: true) else { return nil }
                secrets[field.id] = secret
            }
        }
        let isShown = screen.fields.allSatisfy { if case .shownWords = $0.kind { true } else { false } }
        if isShown, isTerminal, let next = screen.buttons.first(where: { $0.kind == .next }),
            line(localized("Press Enter: \(next.label, as: "action").")) == nil
        {
            return nil
        }
        return ScreenAnswers(values: values, secrets: secrets)
    }

    /// Asks until the field accepts the value that `read` parses from the line; `nil` if there are no more lines.
    private func value(of field: FormField, _ prompt: String, _ read: (String) -> String) -> String? {
        while let text = line(prompt) {
            let answer = read(text)
            guard let problem = field.problem(with: answer) else { return answer }
            Console.complain(problem)
            guard isTerminal else { return nil }
        }
        return nil
    }

    private func choose(_ label: String, _ choices: [FormField.Choice], _ selected: String) -> String? {
        Console.say(localized("\(label, as: "label"):"))
        for (index, choice) in choices.enumerated() { Console.say("  \(index + 1) \(choice.label)") }
        let first = (choices.firstIndex { $0.id == selected } ?? 0) + 1
        while let text = line(localized("Number [\(first, as: "default")]:")) {
            if text.isEmpty { return selected }
            if let number = Int(text), choices.indices.contains(number - 1) { return choices[number - 1].id }
            guard isTerminal else { return nil }
        }
        return nil
    }

    /// A line; `nil` if there are no more.
    private func line(_ prompt: String) -> String? {
        guard let bytes = secret(prompt, isShown: true) else { return nil }
        defer { bytes.deallocate() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A line that is not shown while it is typed, in memory that the caller wipes; `nil` if there are no more.
    ///
    /// With `mayBePasted`, lines that come at once, as from a paste, are read as one.
    private func secret(
        _ prompt: String, isShown: Bool = false, mayBePasted: Bool = false
    ) -> UnsafeMutableRawBufferPointer? {
        let quiet = isShown ? nil : QuietTerminal()
        // The line break of a hidden line is not shown either.
        defer { if quiet != nil { Console.say("") } }
        _ = "\(prompt) ".withCString { write(STDOUT_FILENO, $0, strlen($0)) }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.longest, alignment: 1)
        defer {
            if let start = room.baseAddress { explicit_bzero(start, room.count) }
            room.deallocate()
        }
        // It is read byte by byte, so that no part of a secret stays in a buffer of the library.
        var count = 0
        var byte: UInt8 = 0
        defer { explicit_bzero(&byte, 1) }
        while true {
            let got = read(STDIN_FILENO, &byte, 1)
            if got <= 0, count == 0 { return nil }
            if got <= 0 { break }
            if byte == UInt8(ascii: "\n"), !(mayBePasted && isTerminal && Self.hasMore) { break }
            // The rest of a line that is too long must not become the answer to the next question.
            if count == room.count { continue }
            room[count] = byte
            count += 1
        }
        let line = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        line.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
        return line
    }
}
