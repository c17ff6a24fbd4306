import Bridge
import Messages
import WalletCore
import WalletMethods

extension TerminalAnswers {
    /// Searches for accounts of the recovery phrase, and adds them if that is wanted.
    func find(_ request: JSON) async throws(WalletAppError) -> JSON {
        let services = home.wallet.services
        guard services.hasServers else {
            throw WalletAppError(
                .failed, localized("The wallet has no servers to ask. `drawbridge endpoint set` sets one."))
        }
        let paths = (request["paths"]?.array ?? []).compactMap(\.string)
        let search = AccountSearch(services.holdings)
        var found: [DiscoveredAccount] = []
        let problem = await search.run(paths) { found.append($0) }
        let isAdding = request["add"]?.bool == true
        if isAdding {
            do throws(RPCError) {
                try await search.add(found.filter { !$0.isAdded })
            } catch {
                throw WalletAppError(error)
            }
            home.refresh()
        }
        var answer: JSONObject = [
            "accounts": .array(found.map { TerminalJSON.discovered($0, isAdded: isAdding || $0.isAdded) })
        ]
        if let problem { answer["problem"] = .string(problem) }
        return .object(answer)
    }
}

extension TerminalJSON {
    /// An account that a search has found.
    static func discovered(_ account: DiscoveredAccount, isAdded: Bool) -> JSON {
        var members: JSONObject = [:]
        if case .object(let summary) = Self.account(account.summary) { members = summary }
        members["path"] = .string(account.path)
        members["scheme"] = .string(account.scheme)
        members["transactions"] = .number(JSONNumber(account.transactions))
        members["added"] = .bool(isAdded)
        return .object(members)
    }
}
