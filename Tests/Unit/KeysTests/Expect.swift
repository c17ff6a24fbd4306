import Testing

/// Expects that `isTrue`, for noncopyable values that the macro cannot capture.
func expect(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isTrue, sourceLocation: sourceLocation)
}
