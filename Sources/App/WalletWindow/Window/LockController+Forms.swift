import HeadlessWallet
import WalletMethods
import Bridge
import Keys
import Messages
import WalletCore
import WalletTerminal
import WalletUI

extension LockController: Unlocker {
    /// Handles that sites wait for the wallet: the window shows this, and the form opens when the user requests it.
    func isWanted(by peers: [Peer]) {
        waiting = peers
        if let form { return form.show(note: waitingSentence) }
        // The user started the payment that is waiting, perhaps in a window without a page.
        if peers.contains(where: { $0.payment != nil }) { return unlock() }
        guard let site = unlockQuestion.next(peers.map(\.origin), isAsking: window.isAskingToUnlock) else { return }
        window.stopAskingToUnlock()
        window.askToUnlock(
            vault == nil
                ? localizable("\(site, as: "site") wants to use the wallet. Set up a wallet to answer.")
                : localizable("\(site, as: "site") wants to use the wallet. Unlock it to answer."), for: site,
            button: vault == nil ? localized("Set up") : localized("Unlock")
        ) { [weak self] isWanted in
            if isWanted { self?.unlock() } else { self?.wallet.services.gate.refuseUnlocking() }
        }
    }

    /// Handles that no request is waiting any longer.
    ///
    /// A form that is open stays: the user may be typing into it.
    func isWantedNoMore() {
        waiting = []
        window.stopAskingToUnlock()
        form?.show(note: localized("No site is waiting for the wallet any more."))
    }

    /// The sentence about the waiting sites; empty if no site is waiting.
    private var waitingSentence: String {
        let sites = Set(waiting.map(\.origin)).sorted { $0.description < $1.description }
        guard let first = sites.first?.shortened else { return "" }
        let others = sites.count - 1
        guard others > 0 else { return localized("\(first, as: "site") wants to use the wallet.") }
        return localized(
            "\(first, as: "site") and \(others, as: "count") more site want to use the wallet.",
            plural: "\(first, as: "site") and \(others, as: "count") more sites want to use the wallet.", count: others)
    }

    /// Asks for the passphrase, or what to do if there is no wallet.
    func unlock() {
        if let form {
            form.present()
            return WalletProcess.present()
        }
        window.stopAskingToUnlock()
        let form = ScreenWindow(over: window, mark: mark)
        self.form = form
        Task {
            do {
                if vault == nil { try await begin(form) }
                if vault != nil { try await unlock(form) }
            } catch {
                window.showNotice(.walletFailure, "\(error)")
            }
            self.form = nil
            form.close()
            if wallet.services.gate.isLocked { wallet.services.gate.refuseUnlocking() }
        }
    }

    private func unlock(_ form: ScreenWindow) async throws(KeyError) {
        guard var vault else { return }
        let entries = try folder.entries().filter { $0.fault == nil }
        var fields: [FormField] = []
        if entries.count > 1 {
            let choices = entries.map { FormField.Choice($0.file, label: $0.label(among: entries)) }
            fields.append(FormField(.wallet, label: localized("Wallet"), .choice(choices, selected: vault.file)))
        }
        fields.append(FormField(.passphrase, label: localized("Passphrase"), .secret))
        var question = Screen(
            title: localized("Drawbridge – unlock"),
            heading: localized("Unlock “\(label(of: vault), as: "wallet")”"),
            paragraphs: made.map {
                [Screen.Paragraph(localized("“\($0, as: "wallet")” is ready. Enter its passphrase to use it."))]
            } ?? [],
            fields: fields, verb: localized("Unlock"), refusal: localized("Not now"))
        made = nil
        question.note = waitingSentence
        var answers = await form.ask(question)
        while let given = answers {
            let passphrase = given.withSecret(.passphrase) { SharedValue(copying: $0) }
            form.work(localized("Opening the wallet…"))
            do throws(KeyError) {
                if let entry = entries.first(where: { $0.file == given[.wallet] }) { try switchWallet(to: entry) }
                vault = self.vault ?? vault
                return try await open(passphrase)
            } catch {
                answers = await form.complain([.passphrase: error.description])
            }
        }
    }

    /// The ways to a wallet, with the names of the commands.
    enum SetUp: String {
        case create, restore, `import`
    }

    /// Starts the practice program.
    private enum Practice: Hashable {
        case begin
    }

    /// Reads damaged files again.
    private enum Repair: Hashable {
        case readAgain
    }

    /// What to do if there is no wallet yet, or none that can be opened.
    private func begin(_ form: ScreenWindow) async throws {
        while vault == nil, !form.isClosed {
            let problems = try folder.entries().compactMap(\.problem)
            var screen = problems.isEmpty ? firstStart : damaged(problems)
            if problems.isEmpty, PractiseCommand.isInstalled { screen.choices.append(Self.practice) }
            guard let answers = await form.ask(screen) else { return }
            if answers.action.of(Practice.self) == .begin { return try PractiseCommand.start() }
            if let way = answers.action.of(SetUp.self) {
                waitForOtherWindow(form, screen)
                try await make(way, over: form)
                form.onPress = nil
            } else if let entry = try folder.entries().first(where: { $0.fault == nil }) {
                try switchWallet(to: entry)
            }
        }
    }

    /// Shows that the user continues in the window of another process.
    private func waitForOtherWindow(_ form: ScreenWindow, _ screen: Screen) {
        var waiting = Screen(
            title: screen.title, heading: screen.heading, verb: localized("Show"), refusal: localized("Not now"))
        waiting.busy = localized("Continue in the other window.")
        form.onPress = { [weak form] action, _ in
            if action == ScreenAction(Screen.Answer.cancel) { form?.close() } else { WalletProcess.present() }
        }
        form.show(waiting)
    }

    private var firstStart: Screen {
        var screen = Screen(title: "Drawbridge", heading: localized("Set up a wallet"))
        screen.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    Drawbridge keeps your keys on this computer and shows what a website asks for before you sign or pay.
                    """))
        ]
        screen.choices = ways
        screen.buttons = [Screen.Button(Screen.Answer.cancel, label: localized("Not now"))]
        return screen
    }

    /// There are wallet files, and none of them can be opened.
    private func damaged(_ problems: [String]) -> Screen {
        var screen = firstStart
        screen.heading = localized("Your wallet cannot be opened")
        screen.paragraphs =
            problems.map { Screen.Paragraph($0, tone: .caution) }
            + [Screen.Paragraph(localized("Wallet files are in \(folder.path, as: "folder")."))]
        screen.choices.insert(
            Screen.Choice(
                Repair.readAgain, label: .trusted(localized("Try again")),
                detail: .trusted(localized("Read the file again after you have replaced it"))),
            at: 0)
        return screen
    }

    private static var practice: Screen.Choice {
        Screen.Choice(
            Practice.begin, label: .trusted(localized("Practise first")),
            detail: .trusted(localized("With coins that have no value, on simulated networks")))
    }

    private var ways: [Screen.Choice] {
        [
            Screen.Choice(
                SetUp.create, label: .trusted(localized("Create a new wallet")),
                detail: .trusted(localized("With a new recovery phrase, which you write down"))),
            Screen.Choice(
                SetUp.restore, label: .trusted(localized("Restore a wallet")),
                detail: .trusted(
                    localized("From its recovery phrase of 12 to 24 words, or from a seed of Electrum"))),
            Screen.Choice(
                SetUp.import, label: .trusted(localized("Import a private key")),
                detail: .trusted(localized("From its digits or from a keystore file"))),
        ]
    }

    /// Creates a wallet in a separate process, whose windows belong to `form` or to this window, and then uses it.
    func make(_ way: SetUp, over form: ScreenWindow? = nil) async throws {
        var parent = await form?.handle()
        if parent == nil { parent = await window.handle() }
        guard let name = try await WalletProcess.run([way.rawValue], in: place, parent: parent) else { return }
        guard let entry = try folder.entries().first(where: { $0.name?.description == name }) else { return }
        made = name
        if way == .restore { restored = entry.file }
        try switchWallet(to: entry)
    }
}

extension LockController {
    /// What the items of the menu do.
    private enum MenuAction: Hashable {
        case account(UInt32), device(String), addAccount
        case wallet(file: String), damaged(file: String)
        case setUp(SetUp), export, changePassphrase, changePhrase
        case page(MenuPage)
    }

    func choose(_ action: ScreenAction) {
        switch action.of(MenuAction.self) {
        case nil: break
        case .account(let index): use(account: index)
        case .device(let address): use(device: address)
        case .wallet(let file): run { try await self.change(to: file) }
        case .addAccount: run { try await self.addAccount() }
        case .changePhrase: run { try await self.changePhrase() }
        case .setUp(let way):
            run {
                let before = self.vault?.file
                try await self.make(way)
                if self.vault?.file != before { self.unlock() }
            }
        case .export: runProcess("export")
        case .changePassphrase: runProcess("passwd")
        case .damaged(let file):
            let entries = (try? folder.entries()) ?? []
            entries.first { $0.file == file }.map(showProblem(of:))
        case .page(let page): events.tell(.page(page))
        }
    }

    /// Runs a command about the wallet in use in a separate process.
    private func runProcess(_ command: String) {
        guard let file = vault?.file else { return }
        run { [place, window] in
            _ = try await WalletProcess.run([command, "--wallet", file], in: place, parent: await window.handle())
        }
    }

    /// Updates the menu to the current state.
    func showMenu() {
        let accounts = vault?.accounts ?? []
        let active = wallet.services.activeAccount
        let (inUse, isOpen) = (active.ethereumAccount, active.isOpen)
        let current = inUse.account.device == nil ? active.account.index : nil
        let own = active.ethereumAddresses
        let devices = own.filter { $0.account.device != nil }.sorted { $0.address < $1.address }
        let entries = (try? folder.entries()) ?? []
        let wallets = entries.map { entry in
            entry.fault == nil
                ? WindowMenu.Item(
                    MenuAction.wallet(file: entry.file), label: entry.label(among: entries),
                    isChosen: entry.file == vault?.file)
                : WindowMenu.Item(
                    MenuAction.damaged(file: entry.file), label: localized("\(entry.file, as: "file") cannot be opened")
                )
        }
        let label =
            isOpen
            ? inUse.account.name
            : vault.map { localized("\(self.label(of: $0), as: "wallet"), locked") } ?? localized("No wallet")
        window.show(
            WindowMenu(
                label: label,
                groups: [
                    accounts.isEmpty
                        ? []
                        : [WindowMenu.Item.heading(localized("Accounts"))]
                            + accounts.map {
                                WindowMenu.Item(
                                    MenuAction.account($0.index), label: $0.name.description,
                                    isChosen: $0.index == current)
                            }
                            + devices.map {
                                WindowMenu.Item(
                                    MenuAction.device($0.address), label: Self.label(of: $0, among: own),
                                    isChosen: $0.address == inUse.address)
                            },
                    isOpen && vault?.kind != .key
                        ? [WindowMenu.Item(MenuAction.addAccount, label: localized("Add account…"))] : [],
                    isOpen
                        ? [
                            WindowMenu.Item(MenuAction.page(.home), label: localized("Wallet")),
                            WindowMenu.Item(MenuAction.page(.history), label: localized("History…")),
                            WindowMenu.Item(MenuAction.page(.payments), label: localized("Payments…")),
                        ] : [],
                    wallets.count > 1 ? [WindowMenu.Item.heading(localized("Wallets"))] + wallets : [],
                    [
                        WindowMenu.Item(MenuAction.setUp(.create), label: localized("Create wallet…")),
                        WindowMenu.Item(
                            MenuAction.setUp(.restore), label: localized("Restore wallet from recovery phrase…")),
                        WindowMenu.Item(MenuAction.setUp(.import), label: localized("Import private key…")),
                    ],
                    vault == nil
                        ? []
                        : [
                            WindowMenu.Item(MenuAction.export, label: localized("Export recovery phrase or keys…")),
                            WindowMenu.Item(MenuAction.changePassphrase, label: localized("Change passphrase…")),
                        ],
                    [
                        WindowMenu.Item(MenuAction.page(.sites), label: localized("Sites and apps…")),
                        WindowMenu.Item(MenuAction.page(.servers), label: localized("Servers…")),
                        WindowMenu.Item(MenuAction.page(.proxy), label: localized("Proxy…")),
                        WindowMenu.Item(MenuAction.changePhrase, label: localized("Change security phrase…")),
                    ],
                ]))
    }

    /// The name of an account, with its address if another account has the same name.
    private static func label(of account: WalletAddress, among all: [WalletAddress]) -> String {
        let name = account.account.name
        guard all.count(where: { $0.account.name == name }) > 1 else { return name }
        return localized("\(name, as: "account"), \(account.address, as: "address")")
    }

    private func run(_ body: @escaping @MainActor () async throws -> Void) {
        Task {
            do {
                try await body()
            } catch {
                window.showNotice(.walletFailure, "\(error)")
            }
            showMenu()
        }
    }

    private func change(to file: String) async throws {
        guard let entry = try folder.entries().first(where: { $0.file == file }), file != vault?.file else { return }
        try switchWallet(to: entry)
        unlock()
    }

    private func changePhrase() async throws {
        let form = ScreenWindow(over: window, mark: mark)
        defer { form.close() }
        try await ChangePhrase(mark: mark, window: form, keep: keepPhrase).run()
    }

    private func addAccount() async throws {
        guard let vault, form == nil else { return }
        // Another window may have added one.
        try? vault.refresh()
        let form = ScreenWindow(over: window, mark: mark)
        defer { form.close() }
        let taken = vault.accounts.map(\.name)
        let free = (1...taken.count + 1).map { localized("Account \($0, as: "number")") }.last { text in
            (try? VaultName(text)).map { name in !taken.contains { $0.isSame(as: name) } } ?? false
        }
        let question = Screen(
            title: localized("Drawbridge – accounts"),
            heading: localized("Add an account to “\(vault.name, as: "wallet")”"),
            fields: [
                FormField(.name, label: localized("Name of the account"), .text(initial: free ?? "")),
                FormField(
                    .use, label: localized("Use this account now"), .checkbox(initial: false),
                    hint: localized("A site sees an account only after you connect it.")),
            ],
            verb: localized("Add"))
        var answers = await form.ask(question)
        while let given = answers {
            do throws(KeyError) {
                let name = try VaultName(given[.name])
                guard !taken.contains(where: { $0.isSame(as: name) }) else {
                    answers = await form.complain([.name: localized("You already have an account with this name.")])
                    continue
                }
                let account = try vault.addAccount(name: name)
                nameOtherAccounts()
                if given[.use] == "true" { switchAccount(to: account) } else { events.tell(.changed) }
                return
            } catch {
                answers = await form.complain([.name: error.description])
            }
        }
    }
}
