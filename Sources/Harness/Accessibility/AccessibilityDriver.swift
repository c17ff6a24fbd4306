/// Uses a running program as a person would: reads its windows and presses its controls, through AT-SPI.
///
/// It knows the elements as a screen reader does, by role and name, and has no other way in: what it cannot do, a user
/// who depends on a screen reader cannot do either. The program must be another process.
@MainActor public final class AccessibilityDriver {
    /// How the name of an element is known.
    public enum Name: Hashable, Sendable, ExpressibleByStringLiteral {
        /// It is this.
        case exactly(String)
        /// It contains this text.
        case holding(String)
        /// It does not matter.
        case any

        /// The whole name.
        public init(stringLiteral value: String) { self = .exactly(value) }

        func fits(_ name: String) -> Bool {
            switch self {
            case .exactly(let wanted): name == wanted
            case .holding(let part): name.contains(part)
            case .any: true
            }
        }

        var words: String {
            switch self {
            case .exactly(let wanted): " “\(wanted)”"
            case .holding(let part): " with “\(part)” in its name"
            case .any: ""
            }
        }
    }

    /// A key without a character; the raw value is its X11 keysym.
    public enum Key: Int, Sendable {
        /// What closes a window.
        case escape = 0xFF1B
        /// Moves to the next field.
        case tab = 0xFF09
        /// What ends a line.
        case enter = 0xFF0D
    }

    private let process: Int32
    private let patience: Duration
    private var scope: [(role: String, name: Name)] = []

    /// Begins to look at the program that runs as `process`.
    ///
    /// - Parameters:
    ///   - process: Its process.
    ///   - patience: How long to wait for anything.
    /// - Throws: Where this session has no accessibility bus.
    public init(using process: Int32, patience: Duration = .seconds(20)) throws(HarnessError) {
        guard Accessible.start() else {
            throw HarnessError(
                .unusable, "There is no accessibility bus; install at-spi2-core, and start in a session.")
        }
        self.process = process
        self.patience = patience
    }

    private init(of person: AccessibilityDriver, inside role: String, _ name: Name) {
        process = person.process
        patience = person.patience
        scope = person.scope + [(role, name)]
    }

    /// The same person, who looks only inside an element: a dialog, or the page.
    ///
    /// - Parameters:
    ///   - role: Its role.
    ///   - name: Its name.
    /// - Returns: A driver that sees nothing else.
    public func inside(_ role: String, _ name: Name = .any) -> AccessibilityDriver {
        AccessibilityDriver(of: self, inside: role, name)
    }

    /// Reads to the end: moves every scroll bar there, the inner ones, too.
    public func readToEnd() {
        for bar in everything("scroll bar", .any, atMost: 8, where: { $0.has(.sensitive) }) { bar.moveToEnd() }
    }

    /// Waits until an element is on the screen.
    ///
    /// - Parameters:
    ///   - role: Its role by AT-SPI's name, such as `push button`, `label`, `text`, `check box`.
    ///   - name: Its name.
    /// - Throws: After the patience has run out, with all that is on the screen.
    public func see(_ role: String, _ name: Name = .any) async throws(HarnessError) {
        _ = try await find(role, name) { $0.has(.showing) }
    }

    /// Whether an element is on the screen now.
    public func sees(_ role: String, _ name: Name = .any) -> Bool {
        first(role, name) { $0.has(.showing) } != nil
    }

    /// Waits until an element is not on the screen any more.
    public func seesNoMore(_ role: String, _ name: Name = .any) async throws(HarnessError) {
        try await wait("The \(role)\(name.words) did not go away") { sees(role, name) ? nil : () }
    }

    /// Presses an element once it can be pressed: a button, a box to check, a part to open.
    public func press(_ role: String, _ name: Name) async throws(HarnessError) {
        let element = try await find(role, name, "ready to be pressed") { $0.has(.showing) && $0.has(.sensitive) }
        guard element.act() else { throw missing("The \(role)\(name.words) does nothing when pressed") }
    }

    /// Writes `text` into a field, in place of what it holds.
    public func type(_ text: String, into role: String, _ name: Name = .any) async throws(HarnessError) {
        let element = try await find(role, name, "ready to be written into") {
            $0.has(.showing) && $0.has(.sensitive) && $0.has(.editable)
        }
        element.focus()
        if element.write(text) { return }
        // A window that has just opened or closed can drop keys; a person sees that nothing was written, and types
        // again.
        let end = ContinuousClock.now + patience / 2
        repeat {
            element.selectAll()
            guard Accessible.type(text) else { throw missing("The \(role)\(name.words) does not accept text") }
            let pause = ContinuousClock.now + .seconds(5)
            while element.text != text, ContinuousClock.now < pause {
                guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { break }
            }
        } while element.text?.isEmpty != false && ContinuousClock.now < end
        try await wait("The \(role)\(name.words) did not take the text") { element.text == text ? () : nil }
    }

    /// Strikes a key on the keyboard while an element that this person looks at is on the screen.
    public func strike(_ key: Key) async throws(HarnessError) {
        try await wait("The element to press a key in is not shown") {
            scope.last.map { sees($0.role, $0.name) } ?? true ? () : nil
        }
        guard Accessible.strike(key.rawValue) else { throw missing("The keyboard cannot be used") }
    }

    /// Types `text` on the keyboard, key by key, for what has the focus.
    public func strike(_ text: String) async throws(HarnessError) {
        for character in text {
            guard Accessible.type(String(character)) else { throw missing("The keyboard cannot be used") }
            // The X server takes keys faster than the accessibility bus hands them on in order.
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Moves the focus to the element, and with it to its window.
    ///
    /// - Throws: ``HarnessError`` where it does not appear in time.
    public func turn(to role: String, _ name: Name) async throws(HarnessError) {
        try await find(role, name) { $0.has(.showing) }.focus()
    }

    /// The name of what has the keyboard's focus, where this person looks and it is of `role`.
    public func focus(on role: String) -> String? {
        first(role, .any) { $0.has(.showing) && $0.has(.focused) }?.name
    }

    /// What an element on the screen says: its text, or its name where it has none.
    public func text(of role: String, _ name: Name = .any) async throws(HarnessError) -> String {
        let element = try await find(role, name) { $0.has(.showing) }
        return element.text ?? element.name
    }

    /// Every element of a role on the screen: what it says, and what it says of itself beside its name.
    public func descriptions(of role: String, _ name: Name = .any) -> [(text: String, summary: String)] {
        everything(role, name, atMost: 1_000) { $0.has(.showing) }.map { ($0.text ?? $0.name, $0.summary) }
    }

    /// Waits until an element says something that `isWanted`, and returns it.
    public func text(
        of role: String, _ name: Name = .any, where isWanted: (String) -> Bool
    ) async throws(HarnessError) -> String {
        let element = try await find(role, name, "saying what was waited for") {
            $0.has(.showing) && isWanted($0.text ?? $0.name)
        }
        return element.text ?? element.name
    }

    /// Whether an element on the screen can be used, such as an approving button once it is armed.
    public func isSensitive(_ role: String, _ name: Name) async throws(HarnessError) -> Bool {
        try await find(role, name) { $0.has(.showing) }.has(.sensitive)
    }

    /// Everything that the program shows, one element per line, to find out why an element was not found.
    public func tree() -> String {
        guard let application = Accessible.application(of: process) else { return "the program shows nothing\n" }
        var text = ""
        var budget = 2_000
        write(application, depth: 0, into: &text, &budget)
        return text
    }

    private func write(_ element: Accessible, depth: Int, into text: inout String, _ budget: inout Int) {
        guard budget > 0, depth < 60 else { return }
        budget -= 1
        let words = element.text.map { " = “\($0.prefix(120))”" } ?? ""
        let marks = (element.has(.showing) ? "" : " hidden") + (element.has(.sensitive) ? "" : " insensitive")
        text += String(repeating: "  ", count: depth) + "\(element.role) “\(element.name)”\(words)\(marks)\n"
        for child in element.children { write(child, depth: depth + 1, into: &text, &budget) }
    }

    private func find(
        _ role: String, _ name: Name, _ state: String = "on the screen", where isFit: (Accessible) -> Bool
    ) async throws(HarnessError) -> Accessible {
        try await wait("No \(role)\(name.words) is \(state)") {
            if let found = first(role, name, where: isFit) { return found }
            // It may be there, further down.
            first(role, name) { !$0.has(.showing) }?.reveal()
            return nil
        }
    }

    /// Looks until `look` finds something.
    private func wait<Found>(_ complaint: String, _ look: () -> Found?) async throws(HarnessError) -> Found {
        let end = ContinuousClock.now + patience
        while true {
            if let found = look() { return found }
            guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(50))) != nil else {
                throw HarnessError(.late, "\(complaint) after \(patience.words). On the screen:\n\(tree())")
            }
        }
    }

    private func missing(_ complaint: String) -> HarnessError {
        HarnessError(.missing, "\(complaint). On the screen:\n\(tree())")
    }

    /// The first fitting element, in reading order.
    private func first(_ role: String, _ name: Name, where isFit: (Accessible) -> Bool) -> Accessible? {
        everything(role, name, atMost: 1, where: isFit).first
    }

    /// The fitting elements where this person looks, in reading order.
    private func everything(
        _ role: String, _ name: Name, atMost limit: Int, where isFit: (Accessible) -> Bool
    ) -> [Accessible] {
        guard let application = Accessible.application(of: process) else { return [] }
        var places = [application]
        for (depth, part) in scope.enumerated() {
            places =
                depth == 0 && Self.windows.contains(part.role)
                ? application.children.filter { $0.role == part.role && part.name.fits($0.name) }
                : places.flatMap { Self.elements(part.role, part.name, in: $0, atMost: 8) { _ in true } }
        }
        var found: [Accessible] = []
        for place in places where found.count < limit {
            found += Self.elements(role, name, in: place, atMost: limit - found.count, where: isFit)
        }
        return found
    }

    /// The direct children of the program: searching everything that a page shows takes a call for each
    /// element.
    private static let windows: Set<String> = ["dialog", "frame"]

    private static func elements(
        _ role: String, _ name: Name, in root: Accessible, atMost limit: Int, where isFit: (Accessible) -> Bool
    ) -> [Accessible] {
        var found: [Accessible] = []
        var stack = [root]
        var budget = 5_000
        while found.count < limit, budget > 0, let element = stack.popLast() {
            budget -= 1
            if element.role == role, name.fits(element.name), isFit(element) {
                found.append(element)
            } else {
                stack.append(contentsOf: element.children.reversed())
            }
        }
        return found
    }
}
