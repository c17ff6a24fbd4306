import Foundation
import Harness
import QRReader
import WalletUI
import WindowTesting

/// A watch-only account in the window: its payments are signed in another wallet, by QR codes and their images.
@MainActor let homePSBTCodeScenarios = [
    Scenario("a watch-only account pays with QR codes that the wallet with the keys signs") { workshop in
        let wallet = try await ColdWallet(account: 8, named: "Colder")
        defer { wallet.program.end() }
        let person = wallet.person
        try await wallet.watch()
        try await wallet.prepare()
        // The codes change by themselves, and stop when the person wants it.
        try await person.press("push button", .holding("Show QR codes"))
        try await person.see("heading", "QR codes of the transaction")
        try await portray("home-psbt-codes")
        let unsigned = try await photographs("UR:CRYPTO-PSBT/", in: workshop, name: "unsigned")
        try await person.press("push button", "Pause")
        try await person.see("push button", "Continue")
        try await back(from: person)
        // The wallet with the keys reads the photographs, in any order.
        try await wallet.openAnother()
        try await add(unsigned.reversed(), "Open", until: "Transaction to sign", person)
        try await wallet.sign()
        try await person.press("push button", .holding("Show QR codes"))
        try await person.press("radio button", .holding("BBQr"))
        try await person.press("push button", "Show")
        let signed = try await photographs("B$2P", in: workshop, name: "signed")
        try await back(from: person)
        // The watching wallet adds the signatures to the transaction that it made.
        try await wallet.openAnother()
        try await add(unsigned, "Open", until: "Transaction to sign", person)
        try await add(signed, "Add signatures", until: "Signed transaction", person)
        try await portray("home-psbt-signed")
        try await wallet.send()
    }
]

/// Goes back from the codes to the transaction.
@MainActor private func back(from person: AccessibilityDriver) async throws {
    try await person.inside("panel", .holding("QR codes")).press("push button", "Back")
    try await person.see("push button", .holding("Show QR codes"))
}

/// Images of the screen, one for each code of the series that is shown; returns their paths.
@MainActor private func photographs(
    _ beginning: String, in workshop: TestPageFolder, name: String
) async throws -> [String] {
    var (paths, seen) = ([String](), Set<String>())
    try await waitUntil("every code was on the screen", every: .milliseconds(70)) {
        let path = "\(workshop.folder)/\(name)-\(paths.count).png"
        try Screenshot.write(to: path)
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        guard let text = try? QRDecoder.texts(in: file).first(where: { $0.hasPrefix(beginning) }),
            seen.insert(text).inserted
        else { return false }
        paths.append(path)
        return paths.count == codes(in: text)
    }
    return paths
}

/// The number of codes of the series that a text belongs to: twice the fragments of a fountain code.
private func codes(in text: String) -> Int {
    let fields = text.split(separator: "/")
    guard fields.count == 3 else { return Int(text.dropFirst(4).prefix(2), radix: 36) ?? 1 }
    return 2 * (Int(fields[1].split(separator: "-").last ?? "") ?? 0)
}

/// Adds images one after another, until the transaction is complete.
@MainActor private func add(
    _ images: [String], _ button: String, until heading: String, _ person: AccessibilityDriver
) async throws {
    for (place, image) in images.enumerated() {
        try await person.type(image, into: "text", "Image of a QR code")
        try await person.press("push button", .exactly(button))
        // Each image that was read changes the sentence, also if it has nothing new.
        let sentence = "from \(place + 1) image"
        var isRead: Bool { person.sees("heading", .exactly(heading)) || person.sees("label", .holding(sentence)) }
        try? await waitUntil("the image was read", every: .milliseconds(100)) { isRead }
        if person.sees("heading", .exactly(heading)) { return }
        // If it was not read, the failure says what is on the screen.
        if !isRead { try await person.see("label", .holding(sentence)) }
    }
    throw Failure("\(images.count) images do not make the transaction complete")
}
