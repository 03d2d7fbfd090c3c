/**
 * Documented webhook fields that concern no message and no account: content of a Page or an Instagram account,
 * measurements, business between partners. A report with any other field is logged and counted.
 */
const fields: ReadonlySet<string> = new Set([
  // WhatsApp
  "automatic_events",
  "partner_solutions",
  "tracking_events",
  // Pages
  "affiliation",
  "attire",
  "awards",
  "bio",
  "birthday",
  "category",
  "checkins",
  "company_overview",
  "conversations",
  "culinary_team",
  "current_location",
  "description",
  "email",
  "feed",
  "founded",
  "general_info",
  "general_manager",
  "hometown",
  "hours",
  "inbox_labels",
  "invoice_access_invoice_change",
  "leadgen",
  "leadgen_fat",
  "live_videos",
  "location",
  "mcom_invoice_change",
  "members",
  "mention",
  "mission",
  "name",
  "page_about_story",
  "page_change_proposal",
  "page_upcoming_change",
  "parking",
  "payment_options",
  "personal_info",
  "personal_interests",
  "phone",
  "picture",
  "price_range",
  "product_review",
  "products",
  "public_transit",
  "publisher_subscriptions",
  "ratings",
  "registration",
  "user_action",
  "video_text_question_responses",
  "videos",
  "website",
  // Instagram
  "comments",
  "creator_marketplace_invited_creator_onboarding",
  "creator_marketplace_projects",
  "live_comments",
  "media",
  "mentions",
  "share_to_feed",
  "story_insights",
  "story_share"
])

/** Group fields: lifecycle, members, settings and status. */
const group = /^group_/

/** Whether the field is documented and needs no log line. */
export const isDocumentedField = (field: string): boolean => fields.has(field) || group.test(field)

/** Documented events of Messenger and Instagram that concern no message. */
const events: ReadonlySet<string> = new Set([
  "account_linking",
  "calls",
  "checkout_update",
  "copyright_attribution",
  "customer_information",
  "game_play",
  "group_feed",
  "message_context",
  "messaging_feedback",
  "order",
  "payment",
  "pre_checkout",
  "prior_message",
  "response_feedback",
  "typing"
])

/** Whether the event is documented and needs no log line. */
export const isDocumentedEvent = (name: string): boolean => events.has(name)
