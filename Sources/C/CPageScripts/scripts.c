#include "CPageScripts.h"

/* `#embed` belongs to C23, and clang has it in every version of C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char binary_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/binary.js" suffix(, 0)
};
const char *drawbridge_binary_js(void) { return (const char *)binary_js; }

static const unsigned char collection_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/collection.js" suffix(, 0)
};
const char *drawbridge_collection_js(void) { return (const char *)collection_js; }

static const unsigned char emitter_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/emitter.js" suffix(, 0)
};
const char *drawbridge_emitter_js(void) { return (const char *)emitter_js; }

static const unsigned char ethereum_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/ethereum.js" suffix(, 0)
};
const char *drawbridge_ethereum_js(void) { return (const char *)ethereum_js; }

static const unsigned char invoke_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/invoke.js" suffix(, 0)
};
const char *drawbridge_invoke_js(void) { return (const char *)invoke_js; }

static const unsigned char invoke_error_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/invoke-error.js" suffix(, 0)
};
const char *drawbridge_invoke_error_js(void) { return (const char *)invoke_error_js; }

static const unsigned char link_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/link.js" suffix(, 0)
};
const char *drawbridge_link_js(void) { return (const char *)link_js; }

static const unsigned char loss_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/loss.js" suffix(, 0)
};
const char *drawbridge_loss_js(void) { return (const char *)loss_js; }

static const unsigned char provider_rpc_error_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/provider-rpc-error.js" suffix(, 0)
};
const char *drawbridge_provider_rpc_error_js(void) { return (const char *)provider_rpc_error_js; }

static const unsigned char wire_js[] = {
#embed "../../Bridge/WebHost/Scripts/page/wire.js" suffix(, 0)
};
const char *drawbridge_wire_js(void) { return (const char *)wire_js; }

static const unsigned char frames_js[] = {
#embed "../../Bridge/WebHost/Scripts/relay/frames.js" suffix(, 0)
};
const char *drawbridge_frames_js(void) { return (const char *)frames_js; }

static const unsigned char ready_js[] = {
#embed "../../Bridge/WebHost/Scripts/relay/ready.js" suffix(, 0)
};
const char *drawbridge_ready_js(void) { return (const char *)ready_js; }

static const unsigned char relay_js[] = {
#embed "../../Bridge/WebHost/Scripts/relay/relay.js" suffix(, 0)
};
const char *drawbridge_relay_js(void) { return (const char *)relay_js; }
