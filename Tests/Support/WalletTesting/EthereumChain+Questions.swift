package import Bridge
package import Simulators

extension EthereumChain {
    /// The answer to one question, without a connection.
    package func answer(to method: String, _ params: JSON = []) async -> NodeContract.Answer {
        let question: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        guard case .answer(let answer) = await answer(question.bytes) else {
            return .error(code: 0, message: "silence", data: nil)
        }
        if let result = answer["result"] { return .result(result) }
        return .error(
            code: answer["error"]?["code"]?.number?.integer ?? 0, message: answer["error"]?["message"]?.string ?? "",
            data: answer["error"]?["data"]?.string)
    }

    /// The result of one question; `nil` for an error.
    package func result(_ method: String, _ params: JSON = []) async -> JSON? {
        guard case .result(let json) = await answer(to: method, params) else { return nil }
        return json
    }

    /// Takes methods away, as nodes do that do not have them; all others are there.
    package func setMissing(_ methods: [String]) {
        faults.clear()
        for method in methods { faults.add(.refuse(code: -32_601, message: "the method does not exist"), for: method) }
    }
}
