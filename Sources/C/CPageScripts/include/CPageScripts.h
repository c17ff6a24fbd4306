#pragma once

/* The scripts of WebHost, in UTF-8, which end with a zero. The memory is constant and is never freed. */
#pragma clang assume_nonnull begin
const char *drawbridge_binary_js(void);
const char *drawbridge_collection_js(void);
const char *drawbridge_emitter_js(void);
const char *drawbridge_ethereum_js(void);
const char *drawbridge_invoke_js(void);
const char *drawbridge_invoke_error_js(void);
const char *drawbridge_link_js(void);
const char *drawbridge_loss_js(void);
const char *drawbridge_provider_rpc_error_js(void);
const char *drawbridge_wire_js(void);
const char *drawbridge_frames_js(void);
const char *drawbridge_ready_js(void);
const char *drawbridge_relay_js(void);
#pragma clang assume_nonnull end
