// The types of the objects that Drawbridge adds to a page. In your project: "types": ["…/web/types"] in tsconfig.json, or
// /// <reference path="…/web/types/index.d.ts" />
//
// docs/protocol/link.md, docs/protocol/ethereum.md and docs/protocol/invoke.md explain them. Programs that embed the bridge
// name the object of invoke; for the default name, drawbridge.d.ts declares it.

import type { ProviderAnnouncement, Provider } from "./ethereum";
import type { Answer, PageHandler, WalletApi } from "./link";

export type { ErrorReason } from "./errors";
export * as Ethereum from "./ethereum";
export * as Invoke from "./invoke";
export * as Link from "./link";

declare global {
    interface Window {
        /** The wallet API of Bitcoin.com Link; missing if there is no wallet. */
        _bitcoinWalletApi?: WalletApi;

        /** Another way to send messages to Link's API. */
        webkit?: { messageHandlers?: { sendMessageHandler?: PageHandler } };

        /** The Ethereum provider (EIP-1193); missing if there is no wallet. Prefer EIP-6963 to find it. */
        ethereum?: Provider;
    }

    interface WindowEventMap {
        /** A response to a Link message of a page that has no `receiveMessage` of its own. */
        "drawbridge:message": CustomEvent<Answer>;

        /** A wallet announces itself (EIP-6963). */
        "eip6963:announceProvider": CustomEvent<ProviderAnnouncement>;

        /** The page asks wallets to announce themselves (EIP-6963). */
        "eip6963:requestProvider": Event;

        /** `window.ethereum` is available. */
        "ethereum#initialized": Event;
    }
}
