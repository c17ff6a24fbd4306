package import Bridge
import Messages

/// What the user asks the wallet for, through whatever door: the same value from a form, from arguments and from the socket.
public protocol WalletCommand: Codable, Hashable, Sendable {
    /// What it gives.
    associatedtype Outcome: Codable & Sendable

    /// Its name on the socket.
    static var name: String { get }

    /// Whether the wallet must be unlocked.
    static var needsKeys: Bool { get }

    /// Makes sure that it makes sense, as far as that can be told without a wallet.
    func check() throws(WalletError)

    /// Carries it out.
    @MainActor func run(in wallet: Wallet) async throws(WalletError) -> Outcome
}

extension WalletCommand {
    /// A command needs the keys, unless it says otherwise.
    public static var needsKeys: Bool { true }

    /// A command makes sense, unless it says otherwise.
    public func check() throws(WalletError) {}
}

/// A command that can be carried out on the store, while no window of the wallet is open.
package protocol StoredCommand: WalletCommand {
    /// Carries it out on what is stored, of all wallets of the user.
    ///
    /// - Throws: ``WalletError``, or why the store cannot be read or written.
    @MainActor func run(in store: StoredWallet) async throws -> Outcome
}

/// The outcome of a command that changes something and has nothing else to say.
package struct Done: Codable, Hashable, Sendable {
    package init() {}
}

/// A thing as it is after a change; without an open wallet, only that it was changed.
package enum Changed<Value: Codable & Sendable>: Codable, Sendable {
    case now(Value)
    case stored

    private enum CodingKeys: CodingKey { case changed }

    package init(from decoder: any Decoder) throws {
        let isStored = try decoder.container(keyedBy: CodingKeys.self).contains(.changed)
        self = isStored ? .stored : .now(try Value(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .now(let value): try value.encode(to: encoder)
        case .stored:
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(true, forKey: .changed)
        }
    }
}

/// The coding of commands on the socket (docs/protocol/terminal.md).
package enum CommandCoding {
    /// The version of the coding and of the commands.
    package static let version = 1

    /// The member of an answer with a sentence that must be beside every output, such as that there is no real money.
    package static let notice = "notice"

    /// All commands that the socket accepts.
    private static let commands: [any WalletCommand.Type] = [
        AbandonCardPayment.self, AddContact.self, AddDevice.self, AddToken.self, Balance.self, BumpFee.self,
        ChangeCoin.self, ChangeSite.self,
        ExplainPSBT.self, FindAccounts.self, ForgetPaymentService.self, History.self, ListAllowances.self,
        ListCardPayments.self,
        ListCoins.self, ListContacts.self, ListServers.self, ListSites.self, ListTokens.self, NameLookups.self,
        Receive.self, ReloadSettings.self, RemoveAccount.self, RemoveContact.self, RemoveServers.self,
        RemoveToken.self, RenameContact.self, ResolveCardPayment.self, RevokeAllowance.self, Send.self, SendPSBT.self,
        SetPaymentService.self,
        SetPrices.self, SetProxy.self, SetServers.self, SetWalletConnect.self, ShowPaymentService.self,
        ShowPrices.self, ShowProxy.self, ShowWalletConnect.self, SignMessage.self, SignPSBT.self, Sweep.self,
        WatchAccount.self,
    ]

    /// A command as a request.
    package static func request<Command: WalletCommand>(_ command: Command) -> JSON {
        ["version": .number(JSONNumber(version)), "command": .string(Command.name), "parameters": json(command)]
    }

    /// The outcome in an answer.
    ///
    /// - Throws: The error in the answer, or that it is not one of this coding.
    package static func outcome<Command: WalletCommand>(
        of _: Command.Type, in answer: JSON
    ) throws(WalletError) -> Command.Outcome {
        if let sentence = answer["error"]?.string {
            let kind = answer["kind"]?.string.flatMap { WalletError.Kind(rawValue: $0) } ?? .failed
            throw answer["field"]?.string.map { WalletError(field: FieldID($0), sentence) }
                ?? WalletError(kind, sentence)
        }
        do throws(RPCError) {
            return try (answer["result"] ?? .null).decoded()
        } catch {
            throw WalletError(.failed, localized("The wallet’s window did not answer."))
        }
    }

    /// An error as an answer.
    package static func answer(_ error: WalletError) -> JSON {
        var members: JSONObject = ["error": .string(error.description), "kind": .string(error.kind.rawValue)]
        if let field = error.field { members["field"] = .string(field.rawValue) }
        return .object(members)
    }

    /// A value as JSON; what commands give is always text, whole numbers, and lists and objects of them.
    package static func json<Value: Encodable>(_ value: Value) -> JSON {
        (try? EncodedValue(encoding: value).json) ?? .null
    }

    /// Carries out the command of `request`.
    ///
    /// - Returns: The answer, also to what is no request.
    @MainActor package static func answer(_ request: JSON, by wallet: Wallet) async -> JSON {
        do throws(WalletError) {
            guard let name = request["command"]?.string else {
                throw WalletError(.usage, localized("The request has no command."))
            }
            guard request["version"]?.number?.integer == version else {
                throw WalletError(
                    .failed,
                    localized(
                        """
                        The open window is of another version of the wallet. Close all windows of the wallet, and open it \
                        again.
                        """))
            }
            guard let command = commands.first(where: { $0.name == name }) else {
                throw WalletError(.usage, localized("The window does not know this command."))
            }
            return try await answer(command, request["parameters"] ?? [:], by: wallet)
        } catch {
            return answer(error)
        }
    }

    @MainActor private static func answer<Command: WalletCommand>(
        _: Command.Type, _ parameters: JSON, by wallet: Wallet
    ) async throws(WalletError) -> JSON {
        let command: Command
        do throws(RPCError) {
            command = try parameters.decoded(whole: "The parameters")
        } catch {
            throw WalletError(error)
        }
        return await result(try await wallet.perform(command))
    }

    /// A history has thousands of items, which are not encoded on the main actor.
    @concurrent private static func result<Outcome: Encodable & Sendable>(_ outcome: Outcome) async -> JSON {
        ["result": json(outcome)]
    }
}

extension Wallet {
    /// Says that there is no wallet, and which command creates one.
    package nonisolated static var absence: String {
        localized("There is no wallet yet: `drawbridge wallet create` creates one.")
    }
}
