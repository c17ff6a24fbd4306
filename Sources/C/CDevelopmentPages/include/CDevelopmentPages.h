#pragma once

/* Scripts and pages of the harness, of the simulators and of the demo, in UTF-8, which end with a zero. The memory is constant
 * and is never freed. */
#pragma clang assume_nonnull begin
const char *drawbridge_assertions_js(void);
const char *drawbridge_compare_js(void);
const char *drawbridge_harness_js(void);
const char *drawbridge_form_css(void);
const char *drawbridge_form_html(void);
const char *drawbridge_form_js(void);
const char *drawbridge_shop_css(void);
const char *drawbridge_shop_html(void);
const char *drawbridge_shop_js(void);
const char *drawbridge_card_js(void);
const char *drawbridge_dapp_css(void);
const char *drawbridge_dapp_html(void);
const char *drawbridge_dapp_js(void);
const char *drawbridge_transactions_js(void);
#pragma clang assume_nonnull end
