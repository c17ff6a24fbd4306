import Bridge
import HeadlessWallet
import Messages
import UniformResources
import WalletCore
import WalletUI

/// The accounts of a device that the user adds.
@MainActor final class DevicePage: Page {
    enum Action: Hashable {
        case back, read, form, more
        case account(String)
    }

    /// What is shown of it.
    private enum Part {
        /// The question for the export of the device.
        case export
        /// The accounts of the export with numbers from this one, of which the user chooses.
        case accounts(DeviceExport, [DeviceExport.Account], from: UInt32)
    }

    private let context: PageContext
    private var part = Part.export
    private var values: [FieldID: String] = [:]
    private var problems: [FieldID: String] = [:]

    /// What happened last, such as that an image was read.
    private var note: String?

    /// The parts of an export that were read from images.
    private var collector = ImageCollector(EthereumKeyExport.wanted)

    /// The number of accounts of a key that are shown together.
    private static let page: UInt32 = 5

    init(_ context: PageContext) { self.context = context }

    var screen: Screen {
        switch part {
        case .export: export
        case .accounts(let export, let accounts, let first): choice(export, accounts, first)
        }
    }

    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation {
        (values, problems, note) = (input.values, [:], nil)
        do throws(WalletError) {
            switch (action, part) {
            case (.back, _): return .back
            case (.read, _): try await read(image: input[.image], text: input[.text])
            case (.form, _): (part, values, collector) = (.export, [:], ImageCollector(EthereumKeyExport.wanted))
            case (.more, .accounts(let export, _, let first)): try list(export, from: first + Self.page)
            case (.account(let address), .accounts(_, let accounts, _)):
                guard let account = accounts.first(where: { $0.address == address }) else { return .stay }
                do throws(WalletError) {
                    try await context.wallet.headless.add(account, named: values[.name])
                } catch {
                    throw WalletError(field: .name, error.description)
                }
                return .home
            case (.more, .export), (.account, .export): break
            }
        } catch {
            problems = [error.field ?? .text: error.description]
        }
        return .stay
    }

    private func read(image: String, text: String) async throws(WalletError) {
        guard image.isEmpty != text.isEmpty else {
            throw WalletError(field: .image, localized("Choose an image, or paste a text."))
        }
        let reading = try await collector.reading(image: image, text: text)
        collector = reading.collector
        guard let resource = reading.resource else {
            note = collector.progress.map { localized("\($0, as: "progress"). Open the next image.") }
            values = [:]
            return
        }
        try list(try DeviceExport(resource), from: 0)
    }

    private func list(_ export: DeviceExport, from first: UInt32) throws(WalletError) {
        part = .accounts(export, try export.accounts(from: first, count: Self.page), from: first)
    }

    private var export: Screen {
        var screen = Screen(localized("Connect a hardware wallet"))
        screen.problems = problems
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    For hardware wallets that sign by QR codes (ERC-4527), such as Keystone, AirGap Vault, imToken, \
                    OneKey and ngrave. The key stays on the device.
                    """)),
            Screen.Paragraph(
                localized(
                    """
                    On the device, connect a software wallet such as MetaMask. Take a photo of the QR code that it \
                    shows, and open the photo here.
                    """)),
        ]
        screen.paragraphs += note.map { [Screen.Paragraph($0)] } ?? []
        screen.fields = [
            FormField(
                .image, label: localized("Image of a QR code"), .file(initial: ""),
                hint: localized("For an animated QR code, open one image after another, in any order.")),
            FormField(
                .text, label: localized("Text"), .text(initial: values[.text] ?? ""),
                hint: localized("Instead of an image: the text of the QR code, which begins with “ur:”.")),
        ]
        screen.buttons = [
            Screen.Button(Action.back, label: localized("Back")),
            Screen.Button(Action.read, label: localized("Continue"), .next),
        ]
        return screen
    }

    private func choice(_ export: DeviceExport, _ accounts: [DeviceExport.Account], _ first: UInt32) -> Screen {
        var screen = Screen(localized("Which account do you want to add?"))
        screen.problems = problems
        screen.paragraphs = [
            Screen.Paragraph(localized("Compare the address with the one that the device shows.")),
            Screen.Paragraph(localized("Your servers learn the addresses that you add."), tone: .caution),
        ]
        screen.paragraphs += note.map { [Screen.Paragraph($0)] } ?? []
        if let name = export.name {
            screen.rows = [Approval.Row(localized("Device"), .untrusted(name), note: localized("as it says"))]
        }
        screen.choices = accounts.map {
            Screen.Choice(Action.account($0.address), label: .exact($0.address), detail: .trusted($0.key.text))
        }
        screen.fields = [
            FormField(
                .name, label: localized("Name"), .text(initial: values[.name] ?? localized("Hardware wallet")))
        ]
        screen.buttons = [Screen.Button(Action.form, label: localized("Back"))]
        let next = first + Self.page
        if let more = try? export.accounts(from: next, count: 1), !more.isEmpty {
            screen.buttons.append(Screen.Button(Action.more, label: localized("More accounts")))
        }
        return screen
    }
}
