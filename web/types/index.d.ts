// Types of what Drawbridge gives a page. In a project of yours: "types": ["…/web/types"] in tsconfig.json, or
// /// <reference path="…/web/types/index.d.ts" />
//
// What it all means stands in docs/protocol/link.md and docs/protocol/ethereum.md.

import type { ProviderAnnouncement, Provider } from "./ethereum";
import type { Answer, PageHandler, WalletApi } from "./link";

export * as Ethereum from "./ethereum";
export * as Link from "./link";

declare global {
    interface Window {
        /** The wallet API of Bitcoin.com Link; missing where there is no wallet. */
        _bitcoinWalletApi?: WalletApi;

        /** Link's second way in. */
        webkit?: { messageHandlers?: { sendMessageHandler?: PageHandler } };

        /** Ethereum's provider (EIP-1193); missing where there is no wallet. Prefer EIP-6963 to find it. */
        ethereum?: Provider;
    }

    interface WindowEventMap {
        /** An answer to a Link message of a page that has no `receiveMessage` of its own. */
        "drawbridge:message": CustomEvent<Answer>;

        /** A wallet that says it is there (EIP-6963). */
        "eip6963:announceProvider": CustomEvent<ProviderAnnouncement>;

        /** The page asks wallets to announce themselves (EIP-6963). */
        "eip6963:requestProvider": Event;

        /** `window.ethereum` is there. */
        "ethereum#initialized": Event;
    }
}
