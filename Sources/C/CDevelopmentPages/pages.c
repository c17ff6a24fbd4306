#include "CDevelopmentPages.h"

/* `#embed` belongs to C23, and clang has it in every version of C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char assertions_js[] = {
#embed "../../Development/Harness/Scripts/assertions.js" suffix(, 0)
};
const char *drawbridge_assertions_js(void) { return (const char *)assertions_js; }

static const unsigned char compare_js[] = {
#embed "../../Development/Harness/Scripts/compare.js" suffix(, 0)
};
const char *drawbridge_compare_js(void) { return (const char *)compare_js; }

static const unsigned char harness_js[] = {
#embed "../../Development/Harness/Scripts/harness.js" suffix(, 0)
};
const char *drawbridge_harness_js(void) { return (const char *)harness_js; }

static const unsigned char form_css[] = {
#embed "../../Development/Simulators/Collect/form.css" suffix(, 0)
};
const char *drawbridge_form_css(void) { return (const char *)form_css; }

static const unsigned char form_html[] = {
#embed "../../Development/Simulators/Collect/form.html" suffix(, 0)
};
const char *drawbridge_form_html(void) { return (const char *)form_html; }

static const unsigned char form_js[] = {
#embed "../../Development/Simulators/Collect/form.js" suffix(, 0)
};
const char *drawbridge_form_js(void) { return (const char *)form_js; }

static const unsigned char shop_css[] = {
#embed "../../Development/Simulators/ShopPage/style.css" suffix(, 0)
};
const char *drawbridge_shop_css(void) { return (const char *)shop_css; }

static const unsigned char shop_html[] = {
#embed "../../Development/Simulators/ShopPage/index.html" suffix(, 0)
};
const char *drawbridge_shop_html(void) { return (const char *)shop_html; }

static const unsigned char shop_js[] = {
#embed "../../Development/Simulators/ShopPage/shop.js" suffix(, 0)
};
const char *drawbridge_shop_js(void) { return (const char *)shop_js; }

static const unsigned char card_js[] = {
#embed "../../Development/drawbridge-dev/Dapp/card.js" suffix(, 0)
};
const char *drawbridge_card_js(void) { return (const char *)card_js; }

static const unsigned char dapp_css[] = {
#embed "../../Development/drawbridge-dev/Dapp/style.css" suffix(, 0)
};
const char *drawbridge_dapp_css(void) { return (const char *)dapp_css; }

static const unsigned char dapp_html[] = {
#embed "../../Development/drawbridge-dev/Dapp/index.html" suffix(, 0)
};
const char *drawbridge_dapp_html(void) { return (const char *)dapp_html; }

static const unsigned char dapp_js[] = {
#embed "../../Development/drawbridge-dev/Dapp/dapp.js" suffix(, 0)
};
const char *drawbridge_dapp_js(void) { return (const char *)dapp_js; }

static const unsigned char transactions_js[] = {
#embed "../../Development/drawbridge-dev/Dapp/transactions.js" suffix(, 0)
};
const char *drawbridge_transactions_js(void) { return (const char *)transactions_js; }
