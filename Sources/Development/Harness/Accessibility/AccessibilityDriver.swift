/// Uses a running program as a user would: reads its windows and presses its controls, through AT-SPI.
///
/// It finds elements like a screen reader, by role and name, and has no other access: what it cannot do, a user who
/// depends on a screen reader cannot do either. The program must be another process.
@MainActor public final class AccessibilityDriver {
    /// A condition for the name of an element.
    public enum Name: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name is this text.
        case exactly(String)
        /// The name contains this text.
        case holding(String)
        /// Any name.
        case any

        /// The complete name.
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
        /// Escape, which closes a window.
        case escape = 0xFF1B
        /// Tab, which moves to the next field.
        case tab = 0xFF09
        /// Enter, which ends a line.
        case enter = 0xFF0D
        /// Page Down, which scrolls.
        case pageDown = 0xFF56
    }

    private let process: Int32
    private let patience: Duration
    private var scope: [(role: String, name: Name)] = []

    /// Connects to the program that runs as `process`.
    ///
    /// - Parameters:
    ///   - process: The process ID.
    ///   - patience: How long to wait for any condition.
    /// - Throws: If this session has no accessibility bus.
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

    /// A driver that is limited to the descendants of one element, such as a dialog or the page.
    ///
    /// - Parameters:
    ///   - role: Its role.
    ///   - name: Its name.
    /// - Returns: A driver for these elements.
    public func inside(_ role: String, _ name: Name = .any) -> AccessibilityDriver {
        AccessibilityDriver(of: self, inside: role, name)
    }

    /// Scrolls to the end: moves every scroll bar there, including nested ones, until the contents no longer grow.
    ///
    /// - Throws: If the contents grow for longer than the driver waits for any condition.
    public func readToEnd() async throws(HarnessError) {
        var former: [Double?]?
        try await wait("The end of the scrolled contents was not reached") {
            let bars = everything("scroll bar", .any, isShowing: nil, atMost: 8) { $0.has(.sensitive) }
            let ends = bars.map { $0.moveToEnd() }
            defer { former = ends }
            return ends == former ? () : nil
        }
    }

    /// Waits until an element is on the screen.
    ///
    /// - Parameters:
    ///   - role: The AT-SPI name of its role, such as `push button` (or `button`, its name since at-spi2-core 2.56),
    ///     `label`, `text`, `check box`.
    ///   - name: Its name.
    /// - Throws: If it does not appear in time; the error lists all elements on the screen.
    public func see(_ role: String, _ name: Name = .any) async throws(HarnessError) {
        _ = try await find(role, name) { $0.has(.showing) }
    }

    /// Whether an element is on the screen now.
    public func sees(_ role: String, _ name: Name = .any) -> Bool {
        first(role, name) { $0.has(.showing) } != nil
    }

    /// Waits until an element is no longer on the screen.
    public func waitUntilGone(_ role: String, _ name: Name = .any) async throws(HarnessError) {
        // A question that a busy program does not answer finds nothing, so the element must be missing twice.
        var timesMissing = 0
        try await wait("The \(role)\(name.words) did not go away") {
            timesMissing = sees(role, name) ? 0 : timesMissing + 1
            return timesMissing > 1 ? () : nil
        }
    }

    /// Presses an element once it is enabled: a button, a check box, an expander.
    public func press(_ role: String, _ name: Name) async throws(HarnessError) {
        let end = ContinuousClock.now + patience
        while true {
            let element = try await find(role, name, "ready to be pressed", focuses: true) {
                $0.has(.showing) && $0.has(.sensitive)
            }
            guard let problem = element.act(patience: patience) else { return }
            // The program can have replaced it since it was found, as in a list whose rows change.
            guard !element.has(.showing) || !element.has(.sensitive), ContinuousClock.now < end else {
                throw missing("The \(role)\(name.words) cannot be pressed (\(problem))")
            }
        }
    }

    /// Opens the menu of the toggle button `menu`, and presses an item of it.
    ///
    /// A menu closes when another window takes the focus; then it is opened again, as a person would.
    public func choose(
        _ name: Name, role: String = "menu item", from menu: Name
    ) async throws(HarnessError) {
        let end = ContinuousClock.now + patience
        repeat {
            try await press("toggle button", menu)
            let pause = ContinuousClock.now + .seconds(5)
            repeat {
                let item = first(role, name) { $0.has(.showing) && $0.has(.sensitive) }
                if let item, item.act(patience: patience) == nil { return }
                guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
            } while ContinuousClock.now < pause
        } while ContinuousClock.now < end
        throw missing("No \(role)\(name.words) is ready to be pressed in the menu\(menu.words)")
    }

    /// Presses an element if it is on the screen and enabled now.
    package func pressIfShown(_ role: String, _ name: Name) {
        _ = first(role, name) { $0.has(.showing) && $0.has(.sensitive) }?.act(patience: patience)
    }

    /// Replaces the text of a field with `text`.
    public func type(_ text: String, into role: String, _ name: Name = .any) async throws(HarnessError) {
        // A window that has just opened or closed can lose key presses, and a form that is shown again has another field:
        // then the text is typed again.
        let end = ContinuousClock.now + patience / 2
        var element: Accessible
        repeat {
            element = try await find(role, name, "ready to be written into", focuses: true) {
                $0.has(.showing) && $0.has(.sensitive) && $0.has(.editable)
            }
            element.focus()
            if element.write(text) { return }
            // The keys would go elsewhere.
            guard element.has(.showing) else { continue }
            element.selectAll()
            guard Accessible.type(text) else { throw missing("The \(role)\(name.words) does not accept text") }
            let pause = ContinuousClock.now + .seconds(5)
            while element.text != text, element.has(.showing), ContinuousClock.now < pause {
                guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { break }
            }
        } while (element.text?.isEmpty != false || !element.has(.showing)) && ContinuousClock.now < end
        try await wait("The \(role)\(name.words) did not take the text") { element.text == text ? () : nil }
    }

    /// Presses a key once an element in the driver's scope is on the screen.
    public func pressKey(_ key: Key) async throws(HarnessError) {
        try await wait("The element to press a key in is not shown") {
            scope.last.map { sees($0.role, $0.name) } ?? true ? () : nil
        }
        guard Accessible.pressKey(key.rawValue) else { throw missing("The keyboard cannot be used") }
    }

    /// Types `text` key by key into the focused element.
    public func typeKeys(_ text: String) async throws(HarnessError) {
        for character in text {
            guard Accessible.type(String(character)) else { throw missing("The keyboard cannot be used") }
            // The X server accepts keys faster than the accessibility bus delivers them in order.
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Focuses the element, and its window.
    ///
    /// - Throws: ``HarnessError`` if it does not appear in time.
    public func focus(_ role: String, _ name: Name) async throws(HarnessError) {
        try await find(role, name) { $0.has(.showing) }.focus()
    }

    /// Waits until an element is on the screen and has the keyboard's focus.
    ///
    /// - Throws: ``HarnessError`` if it does not get the focus in time.
    public func seeFocus(_ role: String, _ name: Name) async throws(HarnessError) {
        _ = try await find(role, name, "focused") { $0.has(.showing) && $0.has(.focused) }
    }

    /// The text of an element on the screen, or its name if it has no text.
    public func text(of role: String, _ name: Name = .any) async throws(HarnessError) -> String {
        let element = try await find(role, name) { $0.has(.showing) }
        return element.text ?? element.name
    }

    /// The elements of a role on the screen: their texts and descriptions.
    public func descriptions(of role: String, _ name: Name = .any) -> [(text: String, summary: String)] {
        everything(role, name, atMost: 1_000) { $0.has(.showing) }.map { ($0.text ?? $0.name, $0.summary) }
    }

    /// Waits until the text of an element satisfies `isWanted`, and returns the text.
    public func text(
        of role: String, _ name: Name = .any, where isWanted: (String) -> Bool
    ) async throws(HarnessError) -> String {
        let element = try await find(role, name, "saying what was waited for") {
            $0.has(.showing) && isWanted($0.text ?? $0.name)
        }
        return element.text ?? element.name
    }

    /// Whether an element on the screen is enabled, such as an approve button after its delay.
    public func isSensitive(_ role: String, _ name: Name) async throws(HarnessError) -> Bool {
        try await find(role, name) { $0.has(.showing) }.has(.sensitive)
    }

    /// Whether an element on the screen is selected, such as a radio button or a check box.
    public func isChecked(_ role: String, _ name: Name) async throws(HarnessError) -> Bool {
        try await find(role, name) { $0.has(.showing) }.has(.checked)
    }

    /// All elements of the program, one per line, to find out why an element was not found.
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

    /// Waits for an element; the one that `focuses` may be reached as with Tab, which scrolls to it.
    private func find(
        _ role: String, _ name: Name, _ state: String = "on the screen", focuses: Bool = false,
        where isFit: (Accessible) -> Bool
    ) async throws(HarnessError) -> Accessible {
        var looks = 0
        return try await wait("No \(role)\(name.words) is \(state)") {
            if let found = first(role, name, where: isFit) { return found }
            defer { looks += 1 }
            // It may be further down, off the screen.
            guard looks.isMultiple(of: 3),
                let hidden = everything(role, name, isShowing: false, atMost: 1, where: { _ in true }).first,
                !hidden.reveal(), focuses
            else { return nil }
            // If it got the focus before it had a place, it was not scrolled to, and must lose the focus first.
            let target = hidden.has(.focused) ? first(role, .any) { $0.has(.showing) && $0.has(.sensitive) } : hidden
            target?.focus()
            return nil
        }
    }

    /// Polls `look` until it returns a value.
    private func wait<Found>(_ complaint: String, _ look: () -> Found?) async throws(HarnessError) -> Found {
        let end = ContinuousClock.now + patience
        while true {
            let start = ContinuousClock.now
            if let found = look() { return found }
            // The program needs time between the questions, too, for what is waited for.
            let pause = max(.milliseconds(50), ContinuousClock.now - start)
            guard ContinuousClock.now < end, (try? await Task.sleep(for: pause)) != nil else {
                throw HarnessError(.late, "\(complaint) after \(patience.words). On the screen:\n\(tree())")
            }
        }
    }

    private func missing(_ complaint: String) -> HarnessError {
        HarnessError(.missing, "\(complaint). On the screen:\n\(tree())")
    }

    /// The first matching element on the screen, in reading order.
    private func first(_ role: String, _ name: Name, where isFit: (Accessible) -> Bool) -> Accessible? {
        everything(role, name, atMost: 1, where: isFit).first
    }

    /// The matching elements in the driver's scope, in reading order: those on the screen, those that are not, or both.
    private func everything(
        _ role: String, _ name: Name, isShowing: Bool? = true, atMost limit: Int, where isFit: (Accessible) -> Bool
    ) -> [Accessible] {
        guard let application = Accessible.application(of: process) else { return [] }
        var places = [application]
        for (depth, part) in scope.enumerated() {
            places =
                depth == 0 && Self.windows.contains(part.role)
                ? application.children.filter { $0.role == part.role && part.name.fits($0.name) }
                : places.flatMap {
                    Self.elements(part.role, part.name, in: $0, isShowing: nil, atMost: 8) { _ in true }
                }
        }
        var found: [Accessible] = []
        for place in places where found.count < limit {
            found += Self.elements(
                role, name, in: place, isShowing: isShowing, atMost: limit - found.count, where: isFit)
        }
        return found
    }

    /// The roles of the program's direct children: searching everything that a page shows takes a call for each
    /// element.
    private static let windows: Set<String> = ["dialog", "frame"]

    /// The role of a page, whose elements belong to another process than the window's.
    private static let page = "document web"

    /// The matching elements in `root`.
    ///
    /// A program finds the elements of its own process in one call; those of a page are asked for in the page's process.
    private static func elements(
        _ role: String, _ name: Name, in root: Accessible, isShowing: Bool?, atMost limit: Int,
        where isFit: (Accessible) -> Bool
    ) -> [Accessible] {
        let role = Accessible.standard(role)
        let isWanted = { (element: Accessible) in isShowing == nil || element.has(.showing) == isShowing }
        guard let own = root.descendants(role: role, isShowing: isShowing), let embedded = root.embedded else {
            return walk(role, name, in: root, atMost: limit) { isWanted($0) && isFit($0) }
        }
        var found: [Accessible] = []
        func take(_ candidates: [Accessible]) {
            for candidate in candidates where found.count < limit {
                if name.fits(candidate.name), isFit(candidate) { found.append(candidate) }
            }
        }
        take((root.role == role && isWanted(root) ? [root] : []) + own)
        for part in embedded where found.count < limit {
            let pages = walk(page, .any, in: part, atMost: 8) { _ in true }
            take(
                role == page
                    ? pages.filter(isWanted) : pages.flatMap { $0.descendants(role: role, isShowing: isShowing) ?? [] })
        }
        return found
    }

    private static func walk(
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
