import Bridge
import Ethereum
import EthereumWallet
import Keys
import Primitives
import Store
import TestSupport
import Testing
import WalletConnect
import WalletCore
import WalletMethods

/// Two windows, a terminal and a session on one wallet, which change permissions at the same moments at which sites ask.
///
/// What has ended is known when a change is on the disk. From then on, nothing may be signed, shown or answered that
/// needs it, in any process, until the user gives it again.
@MainActor final class PermissionSchedule {
    private let windows: [WalletInProcess]
    private let terminal: (grants: Grants, rules: SiteRules)
    private let dice: SeededGenerator
    private let pages: [[Peer]]
    private let relayed: RelayedSession
    private let session: Peer
    private var moments: [Place: Moments] = [:]
    private var clock = 0
    private var running = 0
    private var unanswered = 0
    private var signers: [Digest32: (peer: Peer, window: Int)] = [:]
    private var locked = 0
    private var locking = 0
    private var unlocked: [Int]
    private var chosen: (account: Int?, choosing: Int) = (nil, 0)

    private var log: [String] = []

    private(set) var faults: [String] = []

    /// How often something was signed, and how often that was for the app.
    private(set) var signed = 0
    private(set) var signedForApp = 0

    /// A schedule in which an app that is connected by `relayed` asks, too.
    init(
        _ windows: [WalletInProcess], terminal: (Grants, SiteRules), _ relayed: RelayedSession, seed: UInt64
    ) async throws {
        if windows[0].isLocked { try windows[0].unlock() }
        await windows[0].choose(0)
        try await relayed.connect()
        self.windows = windows
        self.relayed = relayed
        self.terminal = terminal
        dice = SeededGenerator(seed: seed)
        unlocked = windows.map { _ in 0 }
        let origins = try (0..<2).map { try Origin(serialized: "https://s\(seed)-\($0).example") }
        pages = windows.indices.map { window in
            origins.enumerated().compactMap { place, origin in
                let digits = String(seed &* 8 &+ UInt64(window * 2 + place), radix: 16)
                let nonce = String(repeating: "0", count: 32 - digits.count) + digits
                return DocumentID(nonce).map { .page(origin: origin, document: $0) }
            }
        }
        let details = try #require(relayed.session).details
        session = .session(
            SessionPeer(
                topic: details.topic.description, name: "App", url: "https://app.example",
                accounts: details.namespaces.accounts, chain: ChainID(eip155: 1)))
    }

    // MARK: Running

    /// Runs `steps` steps, and brings everything to an end.
    func run(_ steps: Int) async throws {
        for (number, window) in windows.enumerated() {
            window.keys.onSign { [weak self] in self?.sign($0) }
            window.onAsk = { [weak self] in self?.show($0, in: number) }
            window.onApprove = { [weak self] in self?.give($0) }
            if window.isLocked { try unlock(number) }
        }
        for _ in 0..<steps {
            step()
            for _ in 0..<roll(4) { await Task.yield() }
            // What the app asks comes through the relay.
            if roll(8) == 0 { try await Task.sleep(for: .milliseconds(2)) }
            if roll(5) == 0 { await settle() }
        }
        await settle()
        await check()
        // Whatever is asked is answered once; what the app asks waits for the wallet and its account.
        chosen = (nil, 0)
        if windows[0].isLocked { try unlock(0) }
        await windows[0].choose(0)
        for window in windows {
            for question in window.questions { window.decide(question.number, .rejected) }
        }
        await settle(answers: true)
        if unanswered != 0 { fail("\(unanswered) requests have no answer") }
        try await clear()
    }

    /// Waits until all changes are on the disk.
    private func settle(answers: Bool = false) async {
        for _ in 0..<20_000 where running > 0 || answers && unanswered > 0 { await Task.yield() }
        while running > 0 { try? await Task.sleep(for: .milliseconds(1)) }
        // A rejected request may be followed by one that waited.
        for _ in 0..<1_000 where answers && unanswered > 0 {
            for window in windows {
                for question in window.questions { window.decide(question.number, .rejected) }
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private func step() {
        let window = roll(windows.count)
        switch roll(10) {
        case 0..<4: ask(in: window)
        case 4..<7: answer(in: window)
        default: change(in: window)
        }
    }

    private func roll(_ sides: Int) -> Int { dice.roll(sides) }

    private func tick() -> Int {
        clock += 1
        return clock
    }

    // MARK: Requests

    private func ask(in window: Int) {
        if window == 0, roll(4) == 0 { return askAsSession() }
        let peer = pages[window][roll(2)]
        unanswered += 1
        let accounts = windows[window].services.activeAccount.ethereumAddresses
        switch roll(6) {
        case 0, 1:
            log.append("\(clock) \(window) \(peer.origin.host): connect")
            windows[window].send("eth_requestAccounts", .null, from: peer) { [weak self] in
                self?.take($0["result"], peer, window)
            }
        case 2:
            windows[window].send("eth_accounts", .null, from: peer) { [weak self] in
                self?.take($0["result"], peer, window)
            }
        case 3 where roll(3) == 0:
            taking([.see], of: peer.origin, "page revokes") { done in
                windows[window].send("wallet_revokePermissions", [["eth_accounts": [:]]], from: peer) {
                    [weak self] answer in
                    self?.unanswered -= 1
                    // A request that ended with the lock may have been carried out, or not, or will be.
                    if answer["error"] == nil { done() } else { self?.running -= 1 }
                }
            }
        default:
            let address = accounts.first?.address ?? "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
            let text = note(peer, window)
            log.append("\(clock) \(window) \(peer.origin.host): sign \(text)")
            windows[window].send("personal_sign", [.string(text), .string(address)], from: peer) { [weak self] answer in
                self?.unanswered -= 1
                if answer["result"] != nil { self?.require(.see, peer, window, "got a signature") }
            }
        }
    }

    private func askAsSession() {
        guard let address = session.session?.accounts.first?.address else { return }
        unanswered += 1
        let text = note(session, 0)
        log.append("\(clock) session: sign \(text)")
        Task {
            if await relayed.ask("personal_sign", [.string(text), .string(address)]) != nil { signedForApp += 1 }
            unanswered -= 1
        }
    }

    private func note(_ peer: Peer, _ window: Int) -> String {
        let text = "\(pages[0][0].origin.host) \(tick())"
        signers[Keccak256.hash(PersonalMessage(text).preimage)] = (peer, window)
        return text
    }

    private func take(_ result: JSON?, _ peer: Peer, _ window: Int) {
        unanswered -= 1
        guard let accounts = result?.array, let first = accounts.first?.string else { return }
        require(.see, peer, window, "got accounts")
        guard let account = chosen.account, chosen.choosing == 0 else { return }
        let used = windows[window].services.activeAccount
        if used.account.index != UInt32(account) || used.address(.ethereum).lowercased() != first {
            fail("\(window) answers with another account than \(account)")
        }
    }

    private func sign(_ digest: Digest32) {
        guard let (peer, window) = signers[digest] else { return fail("something unknown was signed") }
        signed += 1
        require(.see, peer, window, "was signed for")
        require(.ask, peer, window, "was signed for")
        require(.speak, peer, window, "was signed for")
    }

    private func show(_ question: WalletInProcess.Question, in window: Int) {
        log.append("\(clock) \(window) \(question.peer.origin.host): shown \(question.number)")
        if !question.isConnection { require(.see, question.peer, window, "asks") }
        require(.ask, question.peer, window, "asks")
        require(.speak, question.peer, window, "asks")
    }

    private func answer(in window: Int) {
        let questions = windows[window].questions
        guard !questions.isEmpty else { return }
        let question = questions[roll(questions.count)]
        let isApproved = roll(5) > 0
        log.append("\(clock) \(window): \(isApproved ? "approves" : "rejects") \(question.number)")
        windows[window].decide(question.number, isApproved ? .approved : .rejected)
    }

    private func give(_ question: WalletInProcess.Question) {
        if question.isConnection { moments[Place(question, .see), default: Moments()].given = tick() }
    }

    // MARK: Changes

    private func change(in window: Int) {
        let services = windows[window].services
        let origin = roll(4) == 0 ? session.origin : pages[0][roll(2)].origin
        let isTerminal = roll(3) == 0
        let rules = isTerminal ? terminal.rules : services.siteRules
        switch roll(11) {
        case 0, 1:
            taking([.see], of: origin, "revoke") { done in
                if origin.isSession {
                    let isTold = roll(2) == 0
                    return start({ [self] in
                        done()
                        if isTold { start({}) { [relayed] in await relayed.endRequested() } }
                    }) { try await rules.end(origin) }
                }
                start(done) { [terminal] in
                    if isTerminal {
                        try await terminal.grants.revokeEverything(from: origin)
                    } else {
                        try await services.sites.disconnect(origin)
                    }
                }
            }
        case 2:
            taking(origin.isSession ? [.ask] : [.ask, .see], of: origin, "block") { done in
                start(done) {
                    if isTerminal {
                        try await rules.block(origin, true, at: 1)
                    } else {
                        try await services.block(origin, true)
                    }
                }
            }
        case 3: giving(.ask, of: origin, "unblock") { try await rules.block(origin, false, at: 1) }
        case 4: taking([.speak], of: origin, "mute") { done in start(done) { try await rules.mute(origin, true) } }
        case 5: giving(.speak, of: origin, "unmute") { try await rules.mute(origin, false) }
        case 6 where !origin.isSession:
            taking([.see], of: origin, "forget") { done in
                // A site that is forgotten is muted no more.
                giving(.speak, of: origin, "forget the mute") {
                    try await services.forget(origin)
                    done()
                }
            }
        case 7 where !origin.isSession && !windows[window].isLocked:
            let own = services.activeAccount.ethereumAddresses.prefix(1 + roll(2)).map(\.address)
            giving(.see, of: origin, "choose accounts") { try await services.sites.connect(origin, to: Set(own)) }
        case 8:
            log.append("\(clock) \(window): lock")
            let wallet = windows[window]
            locking += 1
            start({ [self] in
                locking -= 1
                locked = tick()
            }) { await wallet.lock() }
        case 9: if windows[window].isLocked { try? unlock(window) }
        default: choose(in: window)
        }
    }

    private func choose(in window: Int) {
        guard !windows[window].isLocked else { return }
        let account = roll(3)
        log.append("\(clock) \(window): use account \(account)")
        chosen = (nil, chosen.choosing + 1)
        start({ [self] in
            chosen.choosing -= 1
            // Of two choices at the same moment, either may be the last.
            if chosen.choosing == 0, wasAlone(account) { chosen.account = account }
        }) { [wallet = windows[window]] in await wallet.choose(account) }
    }

    /// Whether every process is unlocked and says that it uses `account`.
    private func wasAlone(_ account: Int) -> Bool {
        for window in windows { try? window.services.present.read() }
        return windows.allSatisfy { !$0.isLocked && $0.services.activeAccount.account.index == UInt32(account) }
    }

    private func unlock(_ window: Int) throws {
        // Which of the two comes first is not known then.
        unlocked[window] = locking > 0 ? .max : tick()
        log.append("\(clock) \(window): unlock")
        try windows[window].unlock()
    }

    private func taking(
        _ rights: [Right], of origin: Origin, _ name: String, _ body: (@escaping @MainActor () -> Void) -> Void
    ) {
        let begin = tick()
        log.append("\(begin) \(origin.host): \(name)")
        running += 1
        body { [self] in
            running -= 1
            log.append("\(tick()) \(origin.host): \(name) of \(begin) is done")
            // What the user gave after that, in the same process, stays given.
            for right in rights {
                let place = Place(origin: origin, right: right)
                moments[place, default: Moments()].taken = max(begin, moments[place]?.taken ?? 0)
            }
        }
    }

    private func giving(
        _ right: Right, of origin: Origin, _ name: String, _ body: @escaping @MainActor () async throws -> Void
    ) {
        let place = Place(origin: origin, right: right)
        log.append("\(clock) \(origin.host): \(name)")
        moments[place, default: Moments()].giving += 1
        running += 1
        Task { [self] in
            await attempt(body)
            running -= 1
            moments[place]?.giving -= 1
            moments[place]?.given = tick()
        }
    }

    /// Starts a change whose end `done` notes.
    private func start(_ done: @escaping @MainActor () -> Void, _ body: @escaping @MainActor () async throws -> Void) {
        running += 1
        Task { [self] in
            await attempt(body)
            done()
            running -= 1
        }
    }

    private func attempt(_ change: @MainActor () async throws -> Void) async {
        do {
            try await change()
        } catch {
            fail("a change is not stored: \(error)")
        }
    }

    // MARK: What must hold

    private func require(_ right: Right, _ peer: Peer, _ window: Int, _ what: String) {
        if moments[Place(origin: peer.origin, right: right)]?.hasEnded == true {
            fail("\(window) \(peer.origin.host) \(what) after \(right) had ended")
        }
        if locked > unlocked[window] { fail("\(window) \(peer.origin.host) \(what) after the wallet was locked") }
    }

    /// What holds once nothing is under way any more and each process has looked.
    private func check() async {
        for window in windows { try? window.services.present.read() }
        let open = windows.flatMap(\.questions)
        for question in open where !question.isConnection && moments[Place(question, .see)]?.hasEnded == true {
            fail("question \(question.number) of \(question.peer.origin.host) is still shown")
        }
        for right in [Right.ask, .speak] {
            for question in open where moments[Place(question, right)]?.hasEnded == true {
                fail("question \(question.number) of \(question.peer.origin.host) is still shown")
            }
        }
        for (number, window) in windows.enumerated() {
            for peer in pages[number] {
                let sites = window.services.sites
                // A connection that was approved may not be on the disk yet.
                let isTold = await eventually { sites.accounts(for: peer.origin) == window.told[peer.origin] ?? [] }
                if !isTold {
                    let (seen, told) = (sites.accounts(for: peer.origin), window.told[peer.origin] ?? [])
                    fail("\(number) \(peer.origin.host) was told other accounts, \(told), than it sees, \(seen)")
                }
            }
        }
        let states = windows.map { window in
            pages[0].map { page in window.services.grants.everything.compactMapValues { $0[page.origin] } }
        }
        if Set(states).count != 1 { fail("the processes do not agree") }
    }

    private func fail(_ sentence: String) { faults.append((log.suffix(40) + [sentence]).joined(separator: "\n")) }

    /// Leaves nothing for the next schedule.
    private func clear() async throws {
        for origin in pages[0].map(\.origin) + [session.origin] {
            try await terminal.rules.block(origin, false, at: 1)
            try await terminal.rules.end(origin, false)
            try await terminal.rules.forget(origin)
            try await terminal.grants.revokeEverything(from: origin)
        }
    }
}
