/// Why a descriptor cannot be used, or cannot speak of a certain call.
enum DescriptorFault: Error {
    /// A file is not well formed, or includes one that is not there.
    case file
    /// A path leads nowhere in this call.
    case path
    /// A format or its parameters are not understood, or do not fit the value.
    case format
}
