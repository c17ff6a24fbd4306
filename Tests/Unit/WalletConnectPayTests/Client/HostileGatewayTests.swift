import Bridge
import WalletConnectPay
import TestSupport
import Testing
import Network

/// A gateway that says what it likes.
struct HostileGatewayTests {
    /// Each question, with this body as its answer.
    private func errors(_ body: [UInt8], status: Int = 200) async throws -> [PayError?] {
        let reply = ScriptedSender.Reply.raw(status, body, [])
        let bench = try ClientBench(["options": [reply], "fetch": [reply], "status": [reply]])
        var errors: [PayError?] = []
        do throws(PayError) {
            _ = try await bench.options()
            errors.append(nil)
        } catch { errors.append(error) }
        do throws(PayError) {
            _ = try await bench.client.actions(of: bench.payment, option: "nobody")
            errors.append(nil)
        } catch { errors.append(error) }
        do throws(PayError) {
            _ = try await bench.client.status(of: bench.payment)
            errors.append(nil)
        } catch { errors.append(error) }
        #expect(bench.sender.requests.count == 3)
        return errors
    }

    @Test(arguments: [
        "", " ", "null", "[]", "\"x\"", "1", "true", "{", "}", "{]", "<html>", "{\"a\":1,\"a\":2}", "\u{FEFF}{}",
        "{}{}",
        #"{"options":[],"options":null}"#, #"{"status":"succeeded","status":"failed"}"#, #"{"status":"\ud800"}"#,
        #"{"status":"x","info":{"txId":"1","txId":"2"}}"#, "{\"status\":\"a\nb\"}", "NaN", "{'status':'x'}",
        #"{"status":"succeeded",}"#,
        #"{"a":"# + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "}",
    ])
    func `an answer that the bridge's JSON parser refuses is invalid`(body: String) async throws {
        #expect(try await errors(Array(body.utf8)) == [.malformed, .malformed, .malformed])
    }

    @Test func `an answer of more than a mebibyte is too long, one of exactly a mebibyte is not`() async throws {
        let padding = (1 << 20) - #"{"status":"failed","x":""}"#.utf8.count
        for (extra, error) in [(0, nil), (1, PayError.answerTooLarge)] as [(Int, PayError?)] {
            let body = #"{"status":"failed","x":""# + String(repeating: "a", count: padding + extra) + #""}"#
            #expect(try await errors(Array(body.utf8)).last == error)
        }
    }

    @Test func `answers that are deeply nested, long or not text are refused without a crash`() async throws {
        for body in [
            Array(String(repeating: "[", count: 500_000).utf8),
            Array(String(repeating: #"{"a":"#, count: 100_000).utf8),
            [UInt8](repeating: 0xFF, count: 1_000), [UInt8](repeating: 0, count: 1_000),
            Array("{\"status\":\"\u{0}\"}".utf8),
        ] {
            #expect(try await errors(body) == [.malformed, .malformed, .malformed])
        }
    }

    @Test func `an answer with too many values is invalid`() async throws {
        for (count, error) in [(60_000, nil), (70_000, PayError.malformed)] as [(Int, PayError?)] {
            let body = #"{"status":"failed","x":["# + String(repeating: "0,", count: count) + "0]}"
            #expect(try await errors(Array(body.utf8)).last == error)
        }
    }

    @Test func `an error longer than the gateway's errors is not attributed to it`() async throws {
        for (count, error) in [(1_000, PayError.paymentNotFound), (70_000, .http(404))] {
            let padding = String(repeating: "x", count: count)
            let body = #"{"code":"payment_not_found","message":"\#(padding)"}"#
            #expect(try await errors(Array(body.utf8), status: 404).last == error)
        }
    }

    @Test func `oversized parameters of an action are invalid`() throws {
        for (count, isRead) in [(1_000, true), (70_000, false)] {
            let text = String(repeating: "x", count: count)
            for params: JSON in [[.string(text)], .string(#"["\#(text)"]"#)] {
                let action: JSON = [
                    "type": "walletRpc",
                    "data": ["chain_id": "eip155:1", "method": "eth_sendTransaction", "params": params],
                ]
                #expect(((try? PaymentAction(action)) != nil) == isRead)
            }
        }
    }

    @Test func `a wrong type of any member causes no crash`() async throws {
        let wrong: [JSON] = [
            1, "x", true, [], [:], [[]], ["x"], -1, .number(JSONNumber("1e400") ?? JSONNumber(0)), nil,
        ]
        let option = GatewayText.option()
        for value in wrong {
            for key in ["options", "info", "collectData", "resultInfo"] {
                _ = try await errors(GatewayText.options().with(key, value).bytes)
            }
            for key in ["id", "account", "amount", "etaS", "expiresAt", "actions", "collectData"] {
                _ = try await errors(GatewayText.options([option.with(key, value)]).bytes)
            }
            for key in ["unit", "value", "display"] {
                let amount = GatewayText.amount().with(key, value)
                _ = try await errors(GatewayText.options([option.with("amount", amount)]).bytes)
            }
            for key in ["status", "amount", "expiresAt", "merchant", "buyer"] {
                _ = try await errors(GatewayText.options(info: GatewayText.info().with(key, value)).bytes)
            }
            for key in ["status", "isFinal", "pollInMs", "info", "failureCode"] {
                _ = try await errors(JSON.object(JSONObject()).with("status", "processing").with(key, value).bytes)
            }
        }
    }

    @Test func `naughty strings are kept unchanged`() async throws {
        let strings = [
            "", "undefined", "NULL", "-1", "1/0", "<script>alert(0)</script>", "' OR 1=1 -- 1", "$HOME", "%s%x%n",
            "../../etc/passwd",
            "\u{202E}test", "\u{200B}", "\u{FEFF}", "Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮", "\u{1F468}\u{200D}\u{1F469}", "田中さん", "ﷺ", "\u{0}",
            "\u{7}",
            "`touch /tmp/x`", "{0}", "<b>bold</b>", "&amp;", "\u{2028}", String(repeating: "A", count: 60_000),
        ]
        for text in strings {
            let info = GatewayText.info().with("merchant", ["name": .string(text)])
            let amount = GatewayText.amount().with(
                "display", ["assetSymbol": .string(text), "assetName": .string(text), "decimals": 6])
            let bench = try ClientBench([
                "options": [.ok(GatewayText.options([GatewayText.option(more: ["amount": amount])], info: info))]
            ])
            let answer = try await bench.options()
            #expect(answer.info?.merchantName.utf8.elementsEqual(text.utf8) == true)
            #expect(answer.options.first?.amount.display.symbol.utf8.elementsEqual(text.utf8) == true)
        }
    }

    @Test func `garbage with an error status is reported by its status only`() async throws {
        for body in [Array("<html>".utf8), [0xFF], Array(#"{"code":"quote_expired","code":"x"}"#.utf8)] {
            #expect(try await errors(body, status: 410) == [.http(410), .http(410), .http(410)])
        }
    }

    @Test func `an option id is sent back unchanged, whatever it contains`() async throws {
        let id = "\"}],\u{0}\u{202E}\\ ../?x=1&y#\u{1F4A9}"
        let bench = try ClientBench([
            "options": [.ok(GatewayText.options([GatewayText.option(id, actions: [])]))],
            "fetch": [.ok(["actions": [GatewayText.signing]])], "confirm": [.ok(["status": "succeeded"])],
        ])
        _ = try await bench.options()
        _ = try await bench.client.actions(of: bench.payment, option: id)
        _ = try await bench.confirm(option: id)
        #expect(bench.sender.bodies(of: "fetch").first?["optionId"]?.string == id)
        #expect(bench.sender.bodies(of: "confirm").first?["optionId"]?.string == id)
        #expect(
            bench.sender.requests.allSatisfy { $0.url.hasPrefix("https://gateway.example/v1/gateway/payment/pay_1/") })
    }
}
