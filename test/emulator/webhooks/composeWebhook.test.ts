import { assert, describe, it } from "@effect/vitest"
import { composeWebhook } from "../../../emulator/webhooks/composeWebhook.ts"
import type { PlatformReport } from "../../../emulator/webhooks/PlatformReport.ts"
import { ofNumber, said } from "./platformReports.ts"

const pablo = { wa_id: "1650", profile: { name: "Person 1650" } }
const rosa = { wa_id: "1651", profile: { name: "Person 1651" } }
const one = { display_phone_number: "491", phone_number_id: "1" }
const two = { display_phone_number: "492", phone_number_id: "2" }

describe("one webhook about many reports", () => {
  it("has an entry for each account, a change for each number, and everybody once in it", () => {
    const change: PlatformReport = {
      ...ofNumber(""),
      body: { _tag: "Change", field: "account_update", value: { event: "DISABLED" } }
    }
    const reports = [
      ofNumber("a", "messages", { from: "1650" }),
      ofNumber("s", "statuses"),
      ofNumber("b", "messages", { number: "2", from: "1650" }),
      ofNumber("c", "messages", { from: "1651" }),
      change,
      ofNumber("d", "messages", { entryId: "other", from: "1650" }),
      ofNumber("e", "messages", { from: "1650" })
    ]
    assert.deepStrictEqual(composeWebhook("whatsapp_business_account", reports), {
      object: "whatsapp_business_account",
      entry: [
        {
          id: "waba",
          time: 0,
          changes: [
            {
              value: {
                messaging_product: "whatsapp",
                metadata: one,
                contacts: [pablo, rosa],
                messages: [{ id: "a" }, { id: "c" }, { id: "e" }],
                statuses: [{ id: "s" }]
              },
              field: "messages"
            },
            {
              value: { messaging_product: "whatsapp", metadata: two, contacts: [pablo], messages: [{ id: "b" }] },
              field: "messages"
            },
            { value: { event: "DISABLED" }, field: "account_update" }
          ]
        },
        {
          id: "other",
          time: 0,
          changes: [
            {
              value: { messaging_product: "whatsapp", metadata: one, contacts: [pablo], messages: [{ id: "d" }] },
              field: "messages"
            }
          ]
        }
      ]
    })
  })

  it("has items of messaging and of standby, and the time of the latest", () => {
    const standby: PlatformReport = {
      ...said("other app"),
      body: { _tag: "Messaging", list: "standby", item: { text: "other app" } }
    }
    assert.deepStrictEqual(composeWebhook("page", [said("a", { at: 1_500 }), standby, said("b", { at: 1_400 })]), {
      object: "page",
      entry: [{ id: "7", time: 1_500, messaging: [{ text: "a" }, { text: "b" }], standby: [{ text: "other app" }] }]
    })
  })

  it("lets a report stand alone", () => {
    const [a, b, c] = [said("a"), said("b"), said("c")]
    assert.deepStrictEqual(composeWebhook("page", [a, b, c], new Set([b])), {
      object: "page",
      entry: [
        { id: "7", time: 0, messaging: [{ text: "a" }, { text: "c" }] },
        { id: "7", time: 0, messaging: [{ text: "b" }] }
      ]
    })
  })
})
