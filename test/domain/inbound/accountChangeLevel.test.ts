import { assert, describe, it } from "@effect/vitest"
import { accountChangeLevel } from "../../../src/domain/inbound/AccountChange.ts"

describe("the level of a change of an account", () => {
  it.each([
    ["message_template_status_update", { event: "APPROVED" }, "Info"],
    ["message_template_status_update", { event: "REJECTED" }, "Warn"],
    ["message_template_status_update", { event: "PAUSED" }, "Warn"],
    ["message_template_status_update", { event: "REINSTATED" }, "Info"],
    ["message_template_quality_update", { new_quality_score: "GREEN" }, "Info"],
    ["message_template_quality_update", { new_quality_score: "RED" }, "Warn"],
    ["template_category_update", { new_category: "MARKETING" }, "Warn"],
    ["account_review_update", { decision: "APPROVED" }, "Info"],
    ["account_review_update", { decision: "REJECTED" }, "Warn"],
    ["account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } }, "Error"],
    ["account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } }, "Info"],
    ["account_update", { event: "VERIFIED_ACCOUNT" }, "Info"],
    ["account_alerts", { alert_info: { alert_severity: "CRITICAL", alert_type: "OBA" } }, "Warn"],
    ["phone_number_name_update", { decision: "REJECTED" }, "Warn"],
    ["phone_number_quality_update", { event: "UPGRADE" }, "Info"],
    ["phone_number_quality_update", { event: "FLAGGED" }, "Warn"],
    ["business_capability_update", { max_daily_conversation_per_phone: 1000 }, "Info"],
    ["security", { event: "PIN_CHANGED" }, "Warn"]
  ] as const)("account change: %s %j is %s", (what, values, level) => {
    assert.strictEqual(accountChangeLevel({ what, values }), level)
  })
})
