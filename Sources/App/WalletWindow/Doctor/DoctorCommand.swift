import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import WalletTerminal

/// `drawbridge doctor`: what is wrong with the machine for the wallet, and what helps.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: localized("Check whether this machine has what the wallet needs."),
        discussion: localized(
            """
            One line for each result: state (ok, warning or fault), topic, and a sentence; below a warning or a fault, \
            what helps. No wallet is unlocked, and no server is asked: `drawbridge endpoint check` asks them. Exit status: \
            1 if there is a fault.
            """))

    @OptionGroup var output: JSONOption

    func run() throws {
        let findings = Doctor(Machine()).findings()
        output.say(
            .array(findings.map(\.json)),
            findings.flatMap { finding in
                ["\(finding.state.rawValue)\t\(finding.topic.rawValue)\t\(finding.sentence)"]
                    + (finding.help.map { ["\t\t\($0)"] } ?? [])
            })
        if findings.contains(where: { $0.state == .fault }) { throw ExitCode(WalletError.Kind.failed.status) }
    }
}

extension Doctor.Finding {
    fileprivate var json: JSON {
        [
            "topic": .string(topic.rawValue), "state": .string(state.rawValue), "code": .string(code),
            "sentence": .string(sentence), "help": JSON(help),
        ]
    }
}
