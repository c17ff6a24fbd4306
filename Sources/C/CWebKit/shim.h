#pragma once
#include <gio/gdesktopappinfo.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <malloc.h>
#include <webkit2/webkit2.h>

/* libdispatch's run-loop hooks, exported for CoreFoundation and used here in the same way:
 * a descriptor that becomes readable when the main queue has work, and the call that drains it. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *ignored);

/* g_object_new is variadic, which Swift cannot call. */
static inline WebKitWebsiteDataManager *drawbridge_website_data_manager_new(const char *data, const char *cache) {
    return webkit_website_data_manager_new("base-data-directory", data, "base-cache-directory", cache, NULL);
}

/* The policy is a property that can only be given when the view is made. Related views use one web process, and have one
 * context. */
static inline GtkWidget *drawbridge_web_view_new(
    WebKitWebContext *context, const char *content_policy, WebKitWebView *related) {
    if (related != NULL)
        return g_object_new(WEBKIT_TYPE_WEB_VIEW, "related-view", related, "default-content-security-policy",
            content_policy, NULL);
    return g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "default-content-security-policy",
        content_policy, NULL);
}
