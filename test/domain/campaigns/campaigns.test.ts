import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import {
  CampaignValues,
  maxCampaignPace,
  maxCampaignValue,
  minCampaignPace
} from "../../../src/domain/campaigns/Campaign.ts"
import { countKeys, countsFrom, countsOf } from "../../../src/domain/campaigns/CampaignCounts.ts"
import { checkCampaignContent, isValueField, messageFor } from "../../../src/domain/campaigns/campaignMessage.ts"
import { shareAfter, turnOf, verdictOn } from "../../../src/domain/campaigns/campaignPace.ts"
import { CampaignRecipient, recipientStatus } from "../../../src/domain/campaigns/CampaignRecipient.ts"
import { type RecipientReport, withReport } from "../../../src/domain/campaigns/campaignReports.ts"
import {
  CampaignAction,
  CampaignStatus,
  campaignTransitions,
  isDeletable,
  isEnded,
  statusesBefore
} from "../../../src/domain/campaigns/campaignStates.ts"

const template = { name: "welcome", languageCode: "en", components: null }

const person = {
  to: "+442071234567",
  name: "",
  columns: { code: "A\n 7", empty: " " },
  contact: { name: "Ada", phone: null, email: null, attributes: { city: "Rome", n: 7, list: [] } }
}

const texts = (values: CampaignValues) =>
  Result.map(messageFor({ template, values }, person), ({ components }) => components)

describe("states of a campaign", () => {
  it("ended campaigns stay ended, and every status but the draft is reached by an action", () => {
    for (const status of CampaignStatus.literals) {
      const next = CampaignAction.literals.flatMap((action) => campaignTransitions[action][status] ?? [])
      if (isEnded(status)) assert.deepStrictEqual(next, [])
      else assert.isNotEmpty(next)
      const reached = CampaignAction.literals.some((action) =>
        Object.values(campaignTransitions[action]).includes(status)
      )
      assert.strictEqual(reached, status !== "draft")
      if (isDeletable(status)) assert.isFalse(statusesBefore("pause").includes(status))
    }
  })
})

describe("values of a campaign", () => {
  it("numbered values are parameters by position, and others by name, with fallbacks", () => {
    const values: CampaignValues = {
      "2": { field: "attributes.city" },
      "1": "Hello  {{x}}\n",
      code: { field: "columns.code" },
      mail: { field: "email", fallback: "none" }
    }
    assert.deepStrictEqual(
      texts(values),
      Result.succeed([
        {
          type: "body",
          parameters: [
            { type: "text", text: "Hello {{x}}" },
            { type: "text", text: "Rome" },
            { type: "text", parameter_name: "code", text: "A 7" },
            { type: "text", parameter_name: "mail", text: "none" }
          ]
        }
      ])
    )
  })

  it("a value without text and fallback is named", () => {
    for (const field of ["columns.empty", "columns.toString", "attributes.list", "attributes.x", "email"]) {
      assert.deepStrictEqual(texts({ "1": { field } }), Result.fail({ value: "1" }), field)
    }
    assert.deepStrictEqual(texts({}), Result.succeed(null))
  })

  it.prop(
    "the message depends on the used values only, and never has a longer text than the limit",
    { values: CampaignValues },
    ({ values }) => {
      const isKnown = Object.values(values).every((value) => typeof value === "string" || isValueField(value.field))
      assert.strictEqual(Result.isSuccess(checkCampaignContent({ template, values })), isKnown)
      const one = messageFor({ template, values }, person)
      assert.deepStrictEqual(messageFor({ template, values }, { ...person }), one)
      if (Result.isFailure(one)) return
      const parameters = (one.success.components ?? []).flatMap((part) =>
        Array.isArray(part["parameters"]) ? part["parameters"] : []
      )
      assert.strictEqual(parameters.length, Object.keys(values).length)
      for (const { text } of parameters) assert.isAtMost(Array.from(String(text)).length, maxCampaignValue)
    }
  )
})

describe("pace of a campaign", () => {
  it.prop(
    "turns send the pace on average, at most a second ahead, and refusals only slow them down",
    {
      pace: Schema.Int.check(Schema.isBetween({ minimum: minCampaignPace, maximum: maxCampaignPace })),
      refusals: Schema.Array(Schema.Boolean)
    },
    ({ pace, refusals }) => {
      let share = 1
      for (const wasRefused of refusals) {
        const after = shareAfter(share, wasRefused)
        assert.isTrue(wasRefused ? after < share || after === 1 / 64 : after >= share)
        share = after
      }
      const { pauseMillis, recipients } = turnOf({ pace }, share)
      assert.isAtLeast(recipients, 1)
      assert.isAtMost(recipients, Math.max(1, pace))
      assert.isAtMost(recipients / pauseMillis, pace / 1_000)
    }
  )

  it.prop(
    "the verdict on a code never ends a campaign silently",
    { code: Schema.Int, retries: Schema.Int },
    ({ code, retries }) => {
      const verdict = verdictOn({ _tag: "PlatformRejected", code }, retries)
      if (verdict._tag === "Retry") assert.isBelow(retries, 3)
    }
  )

  it.each([
    [131049, "Retry"],
    [131056, "Retry"],
    [130429, "SlowDown"],
    [80007, "SlowDown"],
    [132015, "Pause"],
    [132016, "Pause"],
    [190, "Pause"],
    [131050, "LeaveOut"],
    [131026, "Fail"]
  ])("code %d leads to %s", (code, tag) => {
    assert.strictEqual(verdictOn({ _tag: "PlatformRejected", code }, 0)._tag, tag)
  })

  it("the monthly limit and a suspension pause, and an open attempt is looked at again", () => {
    assert.deepStrictEqual(verdictOn({ _tag: "MonthlyLimitReached" }, 9), { _tag: "Pause", reason: "monthly_limit" })
    assert.deepInclude(verdictOn({ _tag: "OrganizationSuspended" }, 0), { reason: "organization_suspended" })
    assert.deepInclude(verdictOn({ _tag: "KeyRefused", reason: "in progress" }, 0), { _tag: "Recheck" })
    assert.deepInclude(verdictOn({ _tag: "SendPaceExceeded", scope: "pair", retryAfterSeconds: 7 }, 9), {
      _tag: "Retry",
      afterSeconds: 7
    })
  })
})

const reportFields = {
  sentAt: CampaignRecipient.fields.sentAt,
  deliveredAt: CampaignRecipient.fields.deliveredAt,
  readAt: CampaignRecipient.fields.readAt,
  failure: CampaignRecipient.fields.failure,
  category: CampaignRecipient.fields.category,
  billable: CampaignRecipient.fields.billable
}

describe("counts of a campaign", () => {
  it.prop(
    "counts are sums over the recipients, and equal the counters of their keys",
    { recipients: Schema.Array(CampaignRecipient) },
    ({ recipients }) => {
      const counters = new Map<string, number>()
      for (const key of recipients.flatMap(countKeys)) counters.set(key, (counters.get(key) ?? 0) + 1)
      const counts = countsOf(recipients)
      assert.deepStrictEqual(countsFrom(counters), counts)
      assert.strictEqual(counts.recipients, recipients.length)
      assert.isTrue(counts.read <= counts.delivered && counts.delivered <= counts.sent)
      const waiting = recipients.filter((one) => ["queued", "sending"].includes(recipientStatus(one)))
      assert.strictEqual(counts.queued, waiting.length)
    }
  )

  it.prop(
    "a report takes nothing back but the wait, and a repeated one changes nothing",
    { recipient: CampaignRecipient, report: Schema.Struct(reportFields) },
    ({ recipient, report }) => {
      const known = { ...recipient, contactId: recipient.contactId }
      const full = {
        ...report,
        recipientId: recipient.id,
        messageId: recipient.messageId,
        contactId: recipient.contactId
      }
      if (full.messageId === null || full.contactId === null) return
      const complete: RecipientReport = { ...full, messageId: full.messageId, contactId: full.contactId }
      const after = withReport(known, complete)
      assert.deepStrictEqual(withReport(after, complete), after)
      const [before, now] = [countsOf([known]), countsOf([after])]
      for (const field of ["sent", "delivered", "read", "failed", "replied", "optedOut"] as const) {
        assert.isAtLeast(now[field], before[field], field)
      }
      assert.isAtMost(now.queued, before.queued)
    }
  )
})
