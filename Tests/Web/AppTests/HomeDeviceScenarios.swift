import BigInt
import Bridge
import ChainServers
import Foundation
import Harness
import Simulators
import WalletTesting
import WalletUI
import WindowTesting

/// An account whose key is on a device that signs by QR codes: a program of its own, which sees only images.
@MainActor let homeDeviceScenarios =
    !SigningDevice.isInstalled
    ? []
    : [
        Scenario("an account of a device is added, and pays with a signature that the device answers by an image") {
            workshop in
            let wallet = try await DeviceJourney(workshop)
            defer { wallet.driver.end() }
            let (driver, person) = (wallet.driver, wallet.driver.person)
            let payee = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
            let before = try await wallet.driver.node.balance(of: payee)
            try await person.press("push button", "Tools…")
            try await person.press("push button", .holding("Connect hardware wallet"))
            try await person.type("/nowhere.png", into: "text", "Image of a QR code")
            try await person.press("push button", "Continue")
            try await person.see("heading", "Connect a hardware wallet")
            try await person.type(wallet.export["image"]?.string ?? "", into: "text", "Image of a QR code")
            try await person.press("push button", "Continue")
            try await person.see("heading", "Which account do you want to add?")
            try await person.see("label", .holding("Practice device"))
            try await portray("home-device-accounts")
            try await person.press("push button", "More accounts")
            try await person.see("push button", .holding(wallet.addresses[7]))
            try await driver.goBack(from: .holding("Which account"))
            try await wallet.chooseAccount()
            try await wallet.fund()
            try expectHolds(try driver.run("accounts"), "\(wallet.address)\tHardware wallet\tonDevice")
            try await person.press("push button", .holding("1 ETH, Hardware wallet"))
            try await person.see("label", "signs by QR codes")
            try await portray("home-device")
            try await person.press("push button", "Send…")
            try await person.type(payee, into: "text", "Recipient")
            try await person.type("0.25", into: "text", "Amount in ETH")
            try await person.press("push button", "Review")
            try await driver.approval.see("heading", .holding("Send 0.25 ETH"))
            try await driver.approve("Send")
            try await wallet.window.see("label", .holding("Send 0.25 ETH"))
            try await portray("device-sign")
            let shown = try await wallet.answer()
            try expectEqual(shown["to"]?.string, payee)
            try expectEqual(shown["value"]?.text, "250000000000000000")
            try expectEqual(shown["path"]?.string, "m/44'/60'/0'/0/0")
            try await person.see("heading", "Sent")
            let received = try await wallet.driver.node.balance(of: payee) - before
            try expectEqual(received, 250_000_000_000_000_000)
        },
        Scenario("a device with the fingerprint and the paths of another one is not taken for it") { workshop in
            let wallet = try await DeviceJourney(workshop)
            defer { wallet.driver.end() }
            let (driver, person) = (wallet.driver, wallet.driver.person)
            let addresses = try await [wallet.export, wallet.twin()].map { export in
                try expectHolds(
                    try driver.run("accounts", "add", "--device", export["text"]?.string ?? ""),
                    export["addresses"]?[0]?.string ?? "no address")
                return export["addresses"]?[0]?.string ?? ""
            }
            try expectEqual(Set(addresses).count, 2)
            for address in addresses + addresses {
                // Both have the same name, so the address says which one it is.
                guard let other = addresses.first(where: { $0 != address }) else {
                    throw Failure("there is only one address")
                }
                try await person.press("push button", .holding(address))
                try await person.see("push button", .holding(other))
                try await person.press("toggle button", .holding("Wallet: Hardware wallet"))
                try await person.see("check menu item", .exactly("Hardware wallet, \(address)"))
                try await portray("home-device-twin")
                try await person.pressKey(.escape)
                try expectHolds(try driver.run("receive", "ETH", "--network", "1"), address)
            }
        },
        Scenario("the account of a device is in use, and signs for a page, or not") { workshop in
            let wallet = try await DeviceJourney(onPageIn: workshop)
            defer { wallet.driver.end() }
            let (driver, person, page) = (wallet.driver, wallet.driver.person, wallet.page)
            let payee = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
            let before = try await wallet.driver.node.balance(of: payee)
            // A transaction, of which the device answers with what it should not.
            for (place, fault) in ["key", "high", "chain", "id", "data"].enumerated() {
                try await page.press("push button", "Pay")
                try await driver.approve("Send")
                _ = try await wallet.answer(fault: fault)
                try await person.see("heading", "The signature was not accepted")
                if place == 0 { try await portray("device-refused") }
                try await wallet.hear(2 + place, "error -32603")
                try await person.inside("dialog", .holding("The signature was not accepted")).press(
                    "push button", "Close")
            }
            try await page.press("push button", "Pay")
            try await driver.approve("Send")
            try await wallet.window.press("push button", "Cancel")
            try await wallet.hear(7, "error 4001")
            try await page.press("push button", "Pay")
            try await driver.approve("Send")
            // Another kind of code does not end the request.
            _ = try await wallet.answer(fault: "type")
            try await wallet.window.see("label", .holding("a different kind of data"))
            let paid = try await wallet.answer()
            try expectEqual(paid["value"]?.text, "10000000000000000")
            try await wallet.hear(8, "0x")
            let received = try await wallet.driver.node.balance(of: payee) - before
            try expectEqual(received, 10_000_000_000_000_000)
            // A long message needs several codes.
            try await page.press("push button", "Write")
            try await driver.approve("Sign")
            let note = try await wallet.answer()
            try expectHolds(note["message"]?.string ?? "", "A note to remember. A note to remember.")
            try expectEqual((note["codes"]?.text).flatMap { Int($0) }.map { $0 > 1 }, true)
            try await wallet.hear(9, "0x")
            try await page.press("push button", "Order")
            try await driver.approve("Sign")
            let order = try await wallet.answer(asText: true)
            try expectEqual(order["message"]?["title"]?.string, "Shopping")
            try await wallet.hear(10, "0x")
            try await page.press("push button", "Old")
            try await wallet.hear(11, "error 4200")
        },
        Scenario("a request to a device ends once, however the user leaves its window, and nothing is sent") {
            workshop in
            let wallet = try await DeviceJourney(onPageIn: workshop)
            defer { wallet.driver.end() }
            let (driver, person, page) = (wallet.driver, wallet.driver.person, wallet.page)
            let refusal = AccessibilityDriver.Name.holding("The signature was not accepted")
            let count = try await required(
                wallet.driver.node.result("eth_getTransactionCount", [.string(wallet.address), "latest"]))
            try await page.press("push button", "Pay")
            try await driver.approve("Send")
            try await wallet.window.see("push button", "Read signature")
            try await wallet.window.pressKey(.escape)
            try await wallet.hear(2, "error 4001")
            // An answer to a request that was cancelled does not fit the same one again.
            try await page.press("push button", "Pay")
            try await driver.approve("Send")
            let late = try await wallet.signed()
            try await wallet.window.press("push button", "Cancel")
            try await wallet.hear(3, "error 4001")
            try await page.press("push button", "Pay")
            try await driver.approve("Send")
            try await wallet.give(late, asText: true)
            try await wallet.hear(4, "error -32603")
            try await person.inside("dialog", refusal).see("label", .holding("another request"))
            // What names an account is not shown while the wallet is locked.
            try await person.press("push button", "Lock the wallet")
            try await person.waitUntilGone("dialog", refusal)
            try await person.press("push button", "Unlock the wallet")
            try await driver.unlock()
            try await person.see("push button", "Lock the wallet")
            // The user cancels while a right answer is read.
            try await page.press("push button", "Pay")
            try await driver.approve("Send")
            try await wallet.give(wallet.signed(fault: "large"))
            try await wallet.window.press("push button", "Cancel")
            try await wallet.hear(5, "error 4001")
            try await page.press("push button", "Pay")
            try await driver.approve("Send")
            try await wallet.window.see("push button", "Read signature")
            try await person.press("push button", "Lock the wallet")
            try await wallet.hear(6, "error")
            try await wallet.waitUntilGone()
            try await person.press("push button", "Unlock the wallet")
            try await driver.unlock()
            try await person.see("push button", "Lock the wallet")
            try await page.press("push button", "Connect")
            try await wallet.hear(7, wallet.address.lowercased())
            try await page.press("push button", "Pay")
            try await driver.approve("Send")
            try await wallet.window.see("push button", "Read signature")
            try await page.press("push button", "Leave")
            try await wallet.waitUntilGone()
            try expectEqual(try driver.run("history").contains("0x90F79bf6"), false)
            try expectEqual(
                try await required(
                    wallet.driver.node.result("eth_getTransactionCount", [.string(wallet.address), "latest"])), count)
        },
    ]

/// The wallet's window, a chain, and a device.
@MainActor private final class DeviceJourney {
    let driver: HomeDriver
    let export: JSON
    private let device: SigningDevice

    init(_ workshop: TestPageFolder, _ arguments: [String] = []) async throws {
        device = SigningDevice(in: workshop.folder)
        export = try await device.export()
        driver = try await HomeDriver(workshop, arguments)
        guard arguments.isEmpty else { return }
        try await driver.person.see("push button", .holding("ETH, Ethereum"))
    }

    /// Starts with a page that is connected to the account of the device, which has one ether.
    convenience init(onPageIn workshop: TestPageFolder) async throws {
        try workshop.write(PageFile.text("device.html"), to: "index.html")
        try await self.init(workshop, ["open", Site.serve(workshop.folder).url])
        try expectHolds(try driver.run("accounts", "add", "--device", export["text"]?.string ?? ""), address)
        _ = try await driver.node.fund(address, "1", asset: nil)
        try await use("Hardware wallet")
        try await page.press("push button", "Connect")
        try await driver.approve("Connect")
        try await hear(1, address.lowercased())
    }

    /// The page.
    var page: AccessibilityDriver { driver.person.inside("document web", "Notes") }

    /// Waits until no window shows codes.
    func waitUntilGone() async throws {
        try await driver.person.waitUntilGone("dialog", .holding("Sign with your hardware wallet"))
    }

    /// Chooses an account in the menu.
    func use(_ name: String) async throws {
        try await driver.person.choose(.exactly(name), role: "check menu item", from: .holding("Wallet: "))
    }

    /// Another device, which claims the fingerprint and the paths of this one.
    func twin() async throws -> JSON { try await device.twin() }

    var addresses: [String] { (export["addresses"]?.array ?? []).compactMap(\.string) }

    /// The account that is used.
    var address: String { addresses[0] }

    /// The window that shows codes to the device.
    var window: AccessibilityDriver { driver.person.inside("dialog", .holding("Sign with your hardware wallet")) }

    /// Adds the account by an image.
    func chooseAccount() async throws {
        try await driver.person.see("heading", "Connect a hardware wallet")
        try await driver.person.type(export["image"]?.string ?? "", into: "text", "Image of a QR code")
        try await driver.person.press("push button", "Continue")
        try await driver.person.press("push button", .holding(address))
        try await driver.person.see("push button", .holding("Use “Hardware wallet”"))
    }

    /// Gives the account one ether.
    func fund() async throws {
        _ = try await driver.node.fund(address, "1", asset: nil)
        try await driver.person.press("push button", "Refresh")
        try await driver.person.see("push button", .holding("1 ETH, Hardware wallet"))
    }

    /// Lets the device see the window until it knows the request, and gives the wallet its answer.
    ///
    /// - Returns: What the device shows.
    @discardableResult func answer(fault: String? = nil, asText: Bool = false) async throws -> JSON {
        let answer = try await signed(fault: fault)
        try await give(answer, asText: asText)
        return answer
    }

    /// Lets the device see the window until it knows the request.
    ///
    /// - Returns: What it shows, and its answer.
    func signed(fault: String? = nil) async throws -> JSON {
        try await window.see("push button", "Read signature")
        var images: [String] = []
        for place in 0..<200 {
            let path = "\(device.folder)/seen-\(UUID().uuidString)-\(place).png"
            try Screenshot.write(to: path)
            images.append(path)
            guard place.isMultiple(of: 8) else {
                try await Task.sleep(for: .milliseconds(60))
                continue
            }
            let answer = try await device.sign(images, fault: fault)
            if answer["missing"] == nil { return answer }
        }
        throw Failure("the device did not read the codes")
    }

    /// Gives the wallet an answer of the device.
    func give(_ answer: JSON, asText: Bool = false) async throws {
        if asText {
            try await window.type(answer["text"]?.string ?? "", into: "text", "Text of the QR code")
        } else {
            try await window.type(answer["image"]?.string ?? "", into: "text", "Image of the QR code")
        }
        try await window.press("push button", "Read signature")
    }

    /// Waits for the page's words about its request with this number.
    func hear(_ number: Int, _ words: String) async throws {
        var said = ""
        do {
            _ = try await driver.person.text(of: "status bar", "Outcome") {
                said = $0
                return $0.hasPrefix("\(number) \(words)")
            }
        } catch {
            throw Failure("the page says “\(said)”, not “\(number) \(words)”: \(error)")
        }
    }
}
