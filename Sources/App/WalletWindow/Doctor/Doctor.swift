import Bridge
import Messages
import WalletTerminal

/// Checks whether a machine has what the wallet needs.
struct Doctor {
    /// What is checked.
    enum Topic: String, CaseIterable {
        case display, sandbox, engine, graphics, fonts, symbols, bus, keyring, portals, clock, disk, files, servers
    }

    /// How a check ended.
    enum State: String {
        /// Nothing is wrong.
        case ok
        /// The wallet works, but not everything in it.
        case warning
        /// The wallet, or its pages, cannot work.
        case fault
    }

    /// The result of a check.
    struct Finding {
        let state: State
        let topic: Topic
        /// The name of what was found, for programs; it is the same in each language.
        let code: String
        let sentence: String
        /// The command or the setting that helps.
        let help: String?
    }

    let machine: Machine

    init(_ machine: Machine) { self.machine = machine }

    /// The results, at least one for each topic.
    func findings() -> [Finding] { Topic.allCases.flatMap { findings($0) } }

    private func findings(_ topic: Topic) -> [Finding] {
        switch topic {
        case .display: display()
        case .sandbox: sandbox()
        case .engine: engine()
        case .graphics: graphics()
        case .fonts: fonts()
        case .symbols: symbols()
        case .bus: bus()
        case .keyring: [ok(topic, localized("Keys are in encrypted files of the wallet. No keyring is needed."))]
        case .portals: portals()
        case .clock: clock()
        case .disk: disk()
        case .files: files()
        case .servers: servers()
        }
    }

    /// A result without a problem.
    func ok(_ topic: Topic, _ sentence: String) -> Finding {
        Finding(state: .ok, topic: topic, code: topic.rawValue, sentence: sentence, help: nil)
    }

    /// A problem; its code is that of the topic and `name`.
    func problem(_ state: State, _ topic: Topic, _ name: String, _ sentence: String, _ help: String) -> Finding {
        Finding(state: state, topic: topic, code: "\(topic.rawValue).\(name)", sentence: sentence, help: help)
    }

    /// A path of the machine, as a sentence shows it.
    func shown(_ path: String) -> String { Quotation.bare(path) }
}
