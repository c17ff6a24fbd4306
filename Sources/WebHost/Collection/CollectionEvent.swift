public import Bridge

/// What happens to a data-collection form.
public enum CollectionEvent: Hashable, Sendable {
    /// The form is being loaded.
    case loading

    /// The form can be filled in.
    case loaded

    /// The form could not be loaded, or has crashed: a message. ``CollectionView/retry()`` starts again.
    case failed(String)

    /// The form wanted something that was refused: a sentence that names no more of an address than its host.
    case blocked(String)

    /// The form has ended; nothing follows.
    case ended(FormEnding)
}
