import Bridge
import WalletConnectPay
import Testing
import Network

/// What each answer of the gateway means, by what was asked.
struct PayErrorTests {
    private static let routes = ["options", "fetch", "confirm", "status", "cancel"]

    /// The error of the question `route` when the gateway answers so each time.
    private func error(_ route: String, _ reply: ScriptedSender.Reply) async throws -> PayError? {
        let waiting = ScriptedSender.Reply.ok(["status": "requires_action", "isFinal": false])
        let bench = try ClientBench([
            "options": [reply], "fetch": [reply], "confirm": [reply], "cancel": [reply],
            "status": [route == "status" ? reply : waiting],
        ])
        do throws(PayError) {
            switch route {
            case "options": _ = try await bench.options()
            case "fetch": _ = try await bench.client.actions(of: bench.payment, option: "opt_1")
            case "confirm": _ = try await bench.confirm()
            case "status": _ = try await bench.client.status(of: bench.payment)
            default: _ = try await bench.client.cancel(bench.payment)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("rate_limited", PayError.rateLimited(retryAfter: nil)), ("payment_not_found", .paymentNotFound),
        ("internal_error", .internalError), ("invalid_state", .invalidState), ("idempotency_conflict", .invalidState),
        ("payment_expired", .paymentExpired), ("quote_expired", .quoteExpired), ("sanctioned_user", .complianceFailed),
        ("unauthorized", .unauthorized), ("forbidden", .unauthorized), ("invalid_api_key", .unauthorized),
        ("missing_api_key", .unauthorized), ("missing_app_id", .unauthorized), ("missing_client_id", .unauthorized),
        ("invalid_app_id", .unauthorized), ("missing_auth_headers", .unauthorized),
        ("conflicting_auth_headers", .unauthorized), ("header_not_ascii", .configuration),
        ("invalid_api_version", .versionRefused), ("unknown_api_version", .versionRefused),
        ("api_version_downgrade", .versionRefused),
    ])
    func `the code decides, whatever the status`(code: String, meaning: PayError) async throws {
        for route in Self.routes {
            for status in [400, 404, 409, 410, 422, 451, 418] {
                #expect(try await error(route, .error(status, code)) == meaning, "\(route) \(status)")
            }
        }
    }

    @Test(
        arguments: [
            (400, [.invalidRequest, .fetchFailed, .invalidOption, .http(400), .invalidState]),
            (401, [.unauthorized, .unauthorized, .unauthorized, .unauthorized, .unauthorized]),
            (403, [.unauthorized, .unauthorized, .unauthorized, .unauthorized, .unauthorized]),
            (404, [.paymentNotFound, .paymentNotFound, .paymentNotFound, .paymentNotFound, .paymentNotFound]),
            (409, [.paymentNotReady, .fetchFailed, .routeExpired, .http(409), .invalidState]),
            (410, [.paymentExpired, .paymentExpired, .paymentExpired, .paymentExpired, .paymentExpired]),
            (422, [.invalidAccount, .invalidAccount, .invalidSignature, .http(422), .http(422)]),
            (
                429,
                [
                    .rateLimited(retryAfter: nil), .rateLimited(retryAfter: nil), .rateLimited(retryAfter: nil),
                    .rateLimited(retryAfter: nil), .rateLimited(retryAfter: nil),
                ]
            ),
            (451, [.complianceFailed, .complianceFailed, .complianceFailed, .complianceFailed, .complianceFailed]),
            (500, [.internalError, .fetchFailed, .http(500), .http(500), .http(500)]),
            (503, [.internalError, .fetchFailed, .http(503), .http(503), .http(503)]),
            (302, [.http(302), .fetchFailed, .http(302), .http(302), .http(302)]),
            (418, [.http(418), .fetchFailed, .http(418), .http(418), .http(418)]),
        ] as [(Int, [PayError])])
    func `if the gateway's code is unknown, the status decides`(status: Int, meanings: [PayError]) async throws {
        // Codes that the gateway documents, and that mean nothing of their own to a wallet.
        for code in ["params_validation", "wallet_not_found", "merchant_exists"] {
            for (route, meaning) in zip(Self.routes, meanings) {
                #expect(try await error(route, .error(status, code)) == meaning, "\(route) \(code)")
            }
        }
        // A code that is not documented can end what was not handed over, and says nothing of what was.
        for code in ["solar_flare", "already_refunded"] {
            for (route, meaning) in zip(Self.routes, meanings) where route != "confirm" && route != "status" {
                #expect(try await error(route, .error(status, code)) == meaning, "\(route) \(code)")
            }
            #expect(try await error("confirm", .error(status, code)) == .outcomeUnknown)
            #expect(
                try await error("status", .error(status, code))
                    == (status == 429 ? .rateLimited(retryAfter: nil) : .http(status)))
        }
    }

    @Test(arguments: [400, 401, 403, 404, 409, 410, 422, 451, 500])
    func `a proxy's own JSON settles nothing, however similar to the gateway's`(status: Int) async throws {
        let number = JSON(integerLiteral: status)
        for body: JSON in [
            ["code": number], ["code": number, "message": "Not Found"], ["code": "payment_not_found"],
            ["code": "payment_expired"], ["code": "NOT_FOUND", "message": "no route"],
            ["code": "payment_not_found", "message": 7], ["error": ["code": "payment_not_found", "message": "no"]],
            ["error": ["code": number]], [["code": "payment_not_found", "message": "no"]],
            ["errors": [["code": "payment_expired", "message": "no"]]],
        ] {
            let sent = ScriptedSender.Reply.answer(status, body)
            #expect(try await error("confirm", sent) == .outcomeUnknown, "\(body)")
            #expect(try await error("status", sent) == .http(status), "\(body)")
        }
    }

    @Test(arguments: [302, 400, 401, 403, 404, 409, 410, 418, 422, 429, 451, 500, 502, 503])
    func `of an answer that is not the gateway's own only the status is used`(status: Int) async throws {
        for reply in [
            ScriptedSender.Reply.raw(status, Array("<html>404 Not Found</html>".utf8), []), .raw(status, [], []),
            .answer(status, ["code": 7, "message": []]), .answer(status, []), .answer(status, ["error": "not found"]),
        ] {
            for route in Self.routes where route != "confirm" {
                let found = try await error(route, reply)
                switch (status, route) {
                case (429, _): #expect(found == .rateLimited(retryAfter: nil), "\(route)")
                case (500..., "options"): #expect(found == .internalError)
                default: #expect(found == .http(status), "\(route)")
                }
            }
            #expect(try await error("confirm", reply) == .outcomeUnknown)
        }
    }

    @Test func `the message is used only to distinguish errors with the same code`() async throws {
        let missing = ScriptedSender.Reply.error(400, "params_validation", "IC data required but not found")
        #expect(try await error("fetch", missing) == .dataCollectionRequired)
        #expect(try await error("confirm", missing) == .dataCollectionRequired)
        #expect(try await error("options", missing) == .invalidRequest)
        for status in [400, 404] {
            #expect(try await error("fetch", .error(status, "invalid_params", "Option not found")) == .optionNotFound)
        }
        #expect(try await error("fetch", .error(400, "payment_expired", "IC data required")) == .paymentExpired)
        #expect(
            try await error("confirm", .error(400, "params_validation", "The signature is not the option's"))
                == .invalidSignature)
        #expect(
            try await error("confirm", .error(400, "invalid_params", "Validation error: Next result not present"))
                == .invalidOption)
    }

    @Test(arguments: [
        (NetworkError.unreachable, PayError.noConnection), (.untrusted, .untrusted), (.timedOut, .timedOut),
        (.interrupted, .interrupted), (.tooLarge, .answerTooLarge), (.malformed, .malformed), (.closed, .cancelled),
        (.unusableAddress, .configuration), (.privateAddress, .configuration), (.proxyUnreachable, .noProxy),
        (.needsTor, .configuration),
    ])
    func `network errors are distinguished`(fault: NetworkError, meaning: PayError) async throws {
        for route in Self.routes where route != "confirm" && !(route == "cancel" && meaning == .malformed) {
            #expect(try await error(route, .failure(fault)) == meaning, "\(route)")
        }
    }

    @Test func `every error has a message in the wallet's words`() {
        let errors: [PayError] = [
            .missingAuth, .configuration, .unauthorized, .invalidRequest, .invalidLink, .invalidAccount,
            .paymentNotFound,
            .paymentExpired, .paymentCancelled, .paymentNotReady, .invalidState, .complianceFailed, .optionNotFound,
            .invalidOption, .dataCollectionRequired, .fetchFailed, .routeExpired, .quoteExpired, .unsupportedMethod,
            .actionsDiffer, .refused, .locked, .signingFailed, .transactionReplaced, .invalidSignature,
            .rateLimited(retryAfter: .seconds(1)),
            .internalError, .http(418), .versionRefused, .infoMissing, .malformed, .answerTooLarge, .noConnection,
            .untrusted, .noProxy, .timedOut, .interrupted,
            .outcomeUnknown, .cancelled,
        ]
        #expect(errors.allSatisfy { "\($0)".hasSuffix(".") })
        #expect(Set(errors.map { "\($0)" }).count == errors.count)
    }
}
