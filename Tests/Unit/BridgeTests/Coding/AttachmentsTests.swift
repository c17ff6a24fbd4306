import Testing

@testable import Bridge

/// Binary values beside the text of a message.
@Suite struct AttachmentsTests {
    private let dialect = InvokeDialect()
    private let replyID = ReplyID(id: 1, command: "m")

    private func decode(_ params: String, mark: String? = "mark", _ attachments: [[UInt8]]) -> DecodedMessage {
        let members = mark.map { #","attachments":\#(JSON.string($0).text)"# } ?? ""
        let message = #"{"id":1,"method":"m","params":\#(params)\#(members)}"#
        return Array(message.utf8).withUnsafeBufferPointer {
            dialect.decode($0, attachments: attachments.map { BinaryData($0) }, limits: Limits())
        }
    }

    private func params(_ message: DecodedMessage) -> JSON? {
        guard case .call(let call, _) = message else { return nil }
        return call.params
    }

    @Test func `attachments are put where the parameters name them`() {
        let found = params(decode(#"{"a":"mark0","b":["x",{"c":"mark1"}],"d":"mar"}"#, [[1], []]))
        let binary = (JSON.binary(BinaryData([1])), JSON.binary(BinaryData([])))
        #expect(found == ["a": binary.0, "b": ["x", ["c": binary.1]], "d": "mar"])
        #expect(params(decode(#""mark0""#, [[7]])) == .binary(BinaryData([7])))
    }

    @Test func `without attachments, the parameters are what the page wrote`() {
        #expect(params(decode(#"["mark0","markx"]"#, [])) == ["mark0", "markx"])
        #expect(params(decode(#""AQ==""#, mark: nil, [])) == "AQ==")
    }

    @Test(arguments: [
        #"null"#, #""mark1""#, #"["mark0","mark0"]"#, #"["mark1","mark0"]"#, #""mark00""#, #""mark""#, #""mark0x""#,
        #"["mark0","mark1"]"#, #""mark-1""#, #""mark99999999999999999999""#, #"["mark0","markx"]"#, #"{"mark0":1}"#,
    ])
    func `parameters that do not name each attachment once and in order are refused`(params: String) {
        guard case .refusal(let error, let replyID) = decode(params, [[1]]) else {
            Issue.record("It was accepted.")
            return
        }
        #expect(error.kind == .malformed)
        #expect(replyID == self.replyID)
    }

    @Test(arguments: [nil, ""]) func `attachments of a message that names no mark are refused`(mark: String?) {
        guard case .refusal(let error, _) = decode(#"["0"]"#, mark: mark, [[1]]) else {
            Issue.record("It was accepted.")
            return
        }
        #expect(error.kind == .malformed)
    }

    private struct Picture: Codable, Equatable {
        var name: String
        var image: BinaryData
        var layers: [BinaryData]
    }

    @Test func `large binary values of a response are beside the text, in the order of their paths`() throws {
        let large = BinaryData([UInt8](repeating: 9, count: Attachments.leastBytes))
        let picture = Picture(name: "AQ==", image: large, layers: [BinaryData([1]), BinaryData([])])
        let json = try EncodedValue(encoding: picture).json
        var attachments: [BinaryData] = []
        let text = dialect.encode(.success(json), to: replyID, attachments: &attachments)
        #expect(attachments == [large, BinaryData([1]), BinaryData([])])
        #expect(
            String(decoding: text, as: UTF8.self) == """
                {"result":{"name":"AQ==","image":"","layers":["",""]},\
                "buffers":[["image"],["layers",0],["layers",1]]}
                """)
        #expect(try json.decoded(as: Picture.self) == picture)
    }

    @Test func `small binary values are Base64, and so are all without attachments`() throws {
        let json = try EncodedValue(encoding: [BinaryData([1, 2])]).json
        var attachments: [BinaryData] = []
        let text = dialect.encode(.success(json), to: replyID, attachments: &attachments)
        #expect(attachments.isEmpty)
        #expect(text == dialect.encode(.success(json), to: replyID))
        #expect(String(decoding: text, as: UTF8.self) == #"{"result":["AQI="],"buffers":[[0]]}"#)
    }

    @Test func `events and the data of errors have attachments, too`() throws {
        let large = BinaryData([UInt8](repeating: 1, count: Attachments.leastBytes))
        var attachments: [BinaryData] = []
        let event = dialect.encode(.named("e", try EncodedValue(encoding: large)), attachments: &attachments)
        #expect(event.map { String(decoding: $0, as: UTF8.self) } == #"{"event":"e","data":"","buffers":[[]]}"#)
        let error = RPCError(code: "full", "It is full.", data: try EncodedValue(encoding: ["a": large]))
        let text = dialect.encode(.failure(error), to: replyID, attachments: &attachments)
        #expect(
            String(decoding: text, as: UTF8.self)
                == #"{"error":{"code":"full","message":"It is full.","data":{"a":""},"buffers":[["a"]]}}"#)
        #expect(attachments == [large, large])
    }

    @Test func `a binary value is text for those who ask for text`() throws {
        let value = JSON.binary(BinaryData([1, 2, 3]))
        #expect(value.string == "AQID")
        #expect(value.text == #""AQID""#)
        #expect(try value.decoded(as: String.self) == "AQID")
        #expect(try value.decoded(as: BinaryData.self) == BinaryData([1, 2, 3]))
    }
}
