/// Why a text is not a name of ENS.
public enum NameFault: String, Hashable, Sendable {
    /// It is empty, or a part between two dots is.
    case empty = "has an empty part"
    /// A part or the whole is longer than is allowed here.
    case long = "is too long"
    /// It has a character that names must not have.
    case character = "has a character that is not allowed in names"
    /// `_` is only allowed at the beginning of a part.
    case underscore = "has “_” after another character"
    /// A part has `--` in third place, which is reserved for Punycode.
    case hyphens = "has “--” after the second character"
    /// A combining mark has nothing to combine with, or there are too many of them.
    case mark = "has a mark that does not belong to a letter"
    /// An apostrophe or a similar character is at an end, or next to another one.
    case punctuation = "has punctuation at an end or twice in a row"
    /// Characters of several scripts are mixed.
    case mixture = "mixes characters of several scripts"
    /// It looks like a name in another script.
    case confusable = "looks like a name in another script"
}
