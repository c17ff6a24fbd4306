import Bridge
import HeadlessWallet
import Messages
import UniformResources
import WalletCore
import WalletUI

/// The steps in which the user adds accounts of a device.
struct DeviceStep {
    /// What is shown of it.
    enum Part {
        /// The question for the export of the device.
        case export
        /// The accounts of the export with numbers from this one, of which the user chooses.
        case accounts(DeviceExport, [DeviceExport.Account], from: UInt32)
    }

    var part = Part.export
    var values: [String: String] = [:]
    var problems: [String: String] = [:]

    /// What happened last, such as that a picture was read.
    var note: String?

    /// The parts of an export that were read from pictures.
    var collector = PictureCollector(EthereumKeyExport.wanted)

    /// The number of accounts of a key that are shown together.
    static let page: UInt32 = 5

    var screen: Screen {
        switch part {
        case .export: export
        case .accounts(let export, let accounts, let first): choice(export, accounts, first)
        }
    }

    private var export: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Connect a hardware wallet"))
        screen.problems = problems
        screen.paragraphs = [
            Form.Paragraph(
                localized(
                    """
                    For hardware wallets that sign by QR codes (ERC-4527), such as Keystone, AirGap Vault, imToken, \
                    OneKey and ngrave. The key stays on the device.
                    """)),
            Form.Paragraph(
                localized(
                    """
                    On the device, connect a software wallet such as MetaMask. Take a picture of the QR code that it \
                    shows, and open the picture here.
                    """)),
        ]
        screen.paragraphs += note.map { [Form.Paragraph($0)] } ?? []
        screen.fields = [
            FormField(
                "picture", label: localized("Picture of a QR code"), .file(initial: ""),
                hint: localized("For an animated QR code, open one picture after another, in any order.")),
            FormField(
                "text", label: localized("Text"), .text(initial: values["text"] ?? ""),
                hint: localized("Instead of a picture: the text of the QR code, which begins with “ur:”.")),
        ]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.tools.rawValue, label: localized("Back")),
            Screen.Button(HomeScreens.Action.open.rawValue, label: localized("Continue"), .next),
        ]
        return screen
    }

    private func choice(_ export: DeviceExport, _ accounts: [DeviceExport.Account], _ first: UInt32) -> Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Which account do you want to add?"))
        screen.problems = problems
        screen.paragraphs = [
            Form.Paragraph(localized("Compare the address with the one that the device shows.")),
            Form.Paragraph(localized("Your servers learn the addresses that you add."), tone: .caution),
        ]
        screen.paragraphs += note.map { [Form.Paragraph($0)] } ?? []
        if let name = export.name {
            screen.rows = [Approval.Row(localized("Device"), .untrusted(name), note: localized("as it says"))]
        }
        screen.choices = accounts.map {
            Screen.Choice($0.address, label: .exact($0.address), detail: .trusted($0.key.text))
        }
        screen.fields = [
            FormField(
                "name", label: localized("Name"), .text(initial: values["name"] ?? localized("Hardware wallet")))
        ]
        screen.buttons = [Screen.Button(HomeScreens.Action.back.rawValue, label: localized("Back"))]
        let next = first + Self.page
        if let more = try? export.accounts(from: next, count: 1), !more.isEmpty {
            screen.buttons.append(Screen.Button(HomeScreens.Action.add.rawValue, label: localized("More accounts")))
        }
        return screen
    }
}

extension HomeController {
    func press(_ action: HomeScreens.Action, _ values: [String: String], in step: DeviceStep) {
        var step = step
        (step.values, step.problems, step.note) = (values, [:], nil)
        switch (action, step.part) {
        case (.open, .export): tasks.start { await self.read(step) }
        case (.back, .accounts): show(.device(DeviceStep()))
        case (.add, .accounts(let export, _, let first)): list(export, from: first + DeviceStep.page, step)
        default: show(.tools)
        }
    }

    private func read(_ step: DeviceStep) async {
        var step = step
        do throws(WalletError) {
            let (picture, text) = (
                EnteredText.trimmed(step.values["picture"]), EnteredText.trimmed(step.values["text"])
            )
            guard picture.isEmpty != text.isEmpty else {
                throw WalletError(field: "picture", localized("Choose a picture, or paste a text."))
            }
            let reading = try await step.collector.reading(picture: picture, text: text)
            step.collector = reading.collector
            guard let resource = reading.resource else {
                step.note = step.collector.progress.map {
                    localized("\($0, as: "progress"). Open the next picture.")
                }
                step.values = [:]
                guard case .device = self.step else { return }
                return show(.device(step))
            }
            let export = try DeviceExport(resource)
            guard case .device = self.step else { return }
            list(export, from: 0, step)
        } catch {
            complain(error, in: step)
        }
    }

    private func list(_ export: DeviceExport, from first: UInt32, _ step: DeviceStep) {
        var step = step
        do throws(WalletError) {
            step.part = .accounts(export, try export.accounts(from: first, count: DeviceStep.page), from: first)
            show(.device(step))
        } catch {
            complain(error, in: step)
        }
    }

    private func complain(_ error: WalletError, in step: DeviceStep) {
        guard case .device = self.step else { return }
        var step = step
        step.problems = [error.field ?? "text": error.description]
        show(.device(step))
    }

    /// Adds the account with this address.
    func chooseAccount(_ address: String, in step: DeviceStep) {
        guard case .accounts(_, let accounts, _) = step.part,
            let account = accounts.first(where: { $0.address == address })
        else { return }
        var step = step
        (step.values, step.problems, step.note) = (window.screens.values, [:], nil)
        tasks.start {
            do throws(WalletError) {
                try await self.wallet.headless.add(account, named: step.values["name"])
                self.show()
            } catch {
                step.problems = ["name": error.description]
                guard case .device = self.step else { return }
                self.show(.device(step))
            }
        }
    }
}
