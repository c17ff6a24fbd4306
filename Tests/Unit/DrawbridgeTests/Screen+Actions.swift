import WalletUI

extension Screen {
    /// What its buttons do, as actions of one page.
    func actions<Action>(of _: Action.Type) -> [Action] { buttons.compactMap { $0.action.of(Action.self) } }
}
