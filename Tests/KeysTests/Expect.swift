import Testing

/// Expects that `isTrue`, which was computed from values that the macro could not copy.
func expect(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isTrue, sourceLocation: sourceLocation)
}
