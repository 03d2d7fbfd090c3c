import { assert, describe, it } from "@effect/vitest"
import type { CampaignPauseReason } from "../../../src/domain/campaigns/Campaign.ts"
import { haltOf } from "../../../src/domain/campaigns/campaignHalt.ts"

const template = { templateId: "1", name: "welcome", language: "en-US", status: null, category: null, quality: null }
const change = { what: "message_template_status_update", values: {} }
const sent = { name: "welcome", languageCode: "en_US" }

describe("haltOf", () => {
  it.each<[string, CampaignPauseReason]>([
    ["PAUSED", "template_paused"],
    ["disabled", "template_disabled"],
    ["REJECTED", "template_refused"],
    ["DELETED", "template_refused"],
    ["PENDING_DELETION", "template_refused"],
    ["ARCHIVED", "template_refused"]
  ])("a template with the status %s stops the campaigns that send it", (status, reason) => {
    assert.deepStrictEqual(haltOf(change, { ...template, status }), { reason, template: sent })
  })

  it("only the rating RED stops the campaigns of a template", () => {
    assert.deepStrictEqual(haltOf(change, { ...template, quality: "RED" }), { reason: "quality", template: sent })
    for (const quality of ["GREEN", "YELLOW", "UNKNOWN"]) assert.isNull(haltOf(change, { ...template, quality }))
  })

  it.each(["APPROVED", "PENDING", "FLAGGED", "REINSTATED", "IN_APPEAL", "SOMETHING_NEW"])(
    "a template with the status %s stops no campaign",
    (status) => {
      assert.isNull(haltOf(change, { ...template, status }))
    }
  )

  it("a report without the name or the language of the template stops no campaign", () => {
    assert.isNull(haltOf(change, { ...template, status: "PAUSED", name: null }))
    assert.isNull(haltOf(change, { ...template, status: "PAUSED", language: null }))
  })

  it.each<[string, string, CampaignPauseReason | null]>([
    ["phone_number_quality_update", "FLAGGED", "quality"],
    ["phone_number_quality_update", "DOWNGRADE", "quality"],
    ["phone_number_quality_update", "UNFLAGGED", null],
    ["phone_number_quality_update", "THROUGHPUT_UPGRADE", null],
    ["account_update", "ACCOUNT_VIOLATION", "quality"],
    ["account_update", "ACCOUNT_RESTRICTION", "account_restricted"],
    ["account_update", "DISABLED_UPDATE", "account_restricted"],
    ["account_update", "PARTNER_REMOVED", "account_disconnected"]
  ])("a change %s %s of an account stops all of its campaigns or none", (what, event, reason) => {
    assert.deepStrictEqual(
      haltOf({ what, values: { event } }, null),
      reason === null ? null : { reason, template: null }
    )
  })
})
