import { assert, describe, it } from "@effect/vitest"
import { accountConcern } from "../../../src/domain/inbound/AccountChange.ts"

describe("the concern of a change of an account", () => {
  it.each([
    ["account_update", { event: "DISABLED_UPDATE" }, "ban"],
    ["account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } }, "ban"],
    ["account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "SCHEDULE_FOR_DISABLE" } }, "ban"],
    ["account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } }, "reinstatement"],
    ["account_update", { event: "DISABLED_UPDATE", ban_info: [] }, "ban"],
    ["account_update", { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "ADULT" } }, "violation"],
    ["account_update", { event: "ACCOUNT_RESTRICTION" }, "restriction"],
    ["account_update", { event: "PARTNER_REMOVED" }, "offboarding"],
    ["account_update", { event: "PARTNER_APP_UNINSTALLED" }, "offboarding"],
    ["account_update", { event: "ACCOUNT_OFFBOARDED" }, "offboarding"],
    ["account_update", { event: "ACCOUNT_RECONNECTED" }, "reinstatement"],
    ["account_update", { event: "ACCOUNT_DELETED" }, "offboarding"],
    ["account_update", { event: "VERIFIED_ACCOUNT" }, "other"],
    ["account_update", { event: "PARTNER_ADDED" }, "other"],
    ["account_update", { event: 7 }, "other"],
    ["account_update", { event: "constructor" }, "other"],
    ["account_alerts", { alert_info: { alert_type: "INCREASED_CAPABILITIES_ELIGIBILITY_FAILED" } }, "quality"],
    ["account_alerts", { alert_info: { alert_type: "OBA_APPROVED" } }, "other"],
    ["account_alerts", { alert_info: { alert_type: "PROFILE_PICTURE_LOST" } }, "other"],
    ["account_alerts", {}, "other"],
    ["account_review_update", { decision: "REJECTED" }, "restriction"],
    ["account_review_update", { decision: "DEFERRED" }, "restriction"],
    ["account_review_update", { decision: "PENDING" }, "other"],
    ["account_review_update", { decision: "APPROVED" }, "other"],
    ["phone_number_quality_update", { event: "FLAGGED" }, "quality"],
    ["phone_number_quality_update", { event: "DOWNGRADE" }, "quality"],
    ["phone_number_quality_update", { event: "a later word" }, "quality"],
    ["phone_number_quality_update", { event: "UNFLAGGED" }, "reinstatement"],
    ["phone_number_quality_update", { event: "UPGRADE" }, "other"],
    ["phone_number_quality_update", { event: "ONBOARDING" }, "other"],
    ["phone_number_quality_update", { event: "THROUGHPUT_UPGRADE" }, "other"],
    ["policy-enforcement", { action: "block" }, "ban"],
    ["policy-enforcement", { action: "warning", reason: "Spam" }, "violation"],
    ["policy-enforcement", { action: "unblock" }, "reinstatement"],
    ["policy-enforcement", {}, "violation"],
    ["business_integrity", { status: "restricted", violations: [{ type: "CYBERSECURITY" }] }, "restriction"],
    ["business_integrity", { status: "a later word", violations: [{ type: "SPAM" }] }, "violation"],
    ["business_integrity", { status: "a later word", violations: [] }, "other"],
    ["business_integrity", { status: "a later word", restrictions: [{ feature: "MESSAGING" }] }, "restriction"],
    ["message_template_status_update", { event: "BAN" }, "template"],
    ["token_refused", { code: 190 }, "token"],
    ["toString", {}, "other"],
    ["business_capability_update", {}, "other"]
  ] as const)("%s %o is %s", (what, values, expected) => {
    assert.strictEqual(accountConcern({ what, values }), expected)
  })
})
