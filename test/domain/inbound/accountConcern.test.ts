import { assert, describe, it } from "@effect/vitest"
import { accountConcern } from "../../../src/domain/inbound/accountConcern.ts"

describe("the concern of a change of an account", () => {
  it.each([
    ["account_update", { event: "DISABLED_UPDATE" }, "ban"],
    ["account_update", { event: "ACCOUNT_VIOLATION" }, "violation"],
    ["account_update", { event: "ACCOUNT_RESTRICTION" }, "restriction"],
    ["account_update", { event: "PARTNER_REMOVED" }, "offboarding"],
    ["account_update", { event: "ACCOUNT_DELETED" }, "offboarding"],
    ["account_update", { event: "VERIFIED_ACCOUNT" }, "other"],
    ["account_update", { event: 7 }, "other"],
    ["account_update", { event: "constructor" }, "other"],
    ["phone_number_quality_update", { event: "FLAGGED" }, "quality"],
    ["policy-enforcement", { action: "block" }, "ban"],
    ["message_template_status_update", { event: "BAN" }, "template"],
    ["token_refused", { code: 190 }, "token"],
    ["toString", {}, "other"],
    ["business_capability_update", {}, "other"]
  ] as const)("%s %o is %s", (what, values, expected) => {
    assert.strictEqual(accountConcern({ what, values }), expected)
  })
})
