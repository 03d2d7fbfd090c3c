import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { read } from "./deliveries.ts"
import { areHere, deliveries, filesIn, manifest, others } from "./fixtures.ts"

type Tag = Inbound["_tag"]

/** Deliveries that are not one message each, with their contents. */
const exceptions: Readonly<Record<string, ReadonlyArray<Tag>>> = {
  "restfb/instagram/messaging-seen.json": ["SeenUpTo"],
  "restfb/webhooks/messaging-accountlinking-linked.json": ["Ignored"],
  "restfb/webhooks/messaging-accountlinking-unlinked.json": ["Ignored"],
  "restfb/webhooks/messaging-approles.json": ["AccountChanged"],
  "restfb/webhooks/messaging-checkoutupdate-shipping.json": ["Ignored"],
  "restfb/webhooks/messaging-delivery-basic.json": ["StatusReported", "DeliveredUpTo"],
  "restfb/webhooks/messaging-message-edits.json": ["MessageEdited"],
  "restfb/webhooks/messaging-message-isdeleted.json": ["MessageDeleted"],
  "restfb/webhooks/messaging-optin-basic.json": ["OptedIn"],
  "restfb/webhooks/messaging-optin-userref.json": ["OptedIn"],
  "restfb/webhooks/messaging-pass-thread-control.json": ["ControlChanged"],
  "restfb/webhooks/messaging-payment.json": ["Ignored"],
  "restfb/webhooks/messaging-policy-callback-block.json": ["AccountChanged"],
  "restfb/webhooks/messaging-policy-callback-unblock.json": ["AccountChanged"],
  "restfb/webhooks/messaging-postback-basic.json": ["PostbackTapped"],
  // A guest of a website, who is not reachable.
  "restfb/webhooks/messaging-postback-chat.json": ["Ignored"],
  "restfb/webhooks/messaging-postback-referral.json": ["PostbackTapped"],
  "restfb/webhooks/messaging-reaction-1.json": ["Reacted"],
  "restfb/webhooks/messaging-reaction-2.json": ["Reacted"],
  "restfb/webhooks/messaging-read-basic.json": ["ReadUpTo"],
  "restfb/webhooks/messaging-referral-basic.json": ["Referred"],
  "restfb/webhooks/messaging-request-thread-control.json": ["ControlChanged"],
  "restfb/webhooks/messaging-take-thread-control.json": ["ControlChanged"],
  "restfb/whatsapp/webhook-accountReviewUpdate.json": ["AccountChanged"],
  "restfb/whatsapp/webhook-accountUpdate-banned.json": ["AccountChanged"],
  "restfb/whatsapp/webhook-accountUpdate-verified.json": ["AccountChanged"],
  "restfb/whatsapp/webhook-businessUsernameUpdate-approved.json": ["AccountChanged"],
  "restfb/whatsapp/webhook-group-participants-update.json": ["Ignored"],
  "restfb/whatsapp/webhook-incoming-message-emoji.json": ["Reacted"],
  "restfb/whatsapp/webhook-incoming-message-status-bsuid.json": ["StatusReported"],
  "restfb/whatsapp/webhook-incoming-message-status-errors.json": ["StatusReported"],
  // One member of a group has read it.
  "restfb/whatsapp/webhook-incoming-message-status-group-bsuid.json": ["Ignored"],
  "restfb/whatsapp/webhook-incoming-message-status-ui.json": ["StatusReported"],
  "restfb/whatsapp/webhook-incoming-message-system-bsuid.json": ["PersonChanged"],
  "restfb/whatsapp/webhook-incoming-message-system.json": ["PersonChanged"],
  "restfb/whatsapp/webhook-messageTemplateStatusUpdate-approved.json": ["TemplateChanged"],
  "restfb/whatsapp/webhook-messageTemplateStatusUpdate-disabling.json": ["TemplateChanged"],
  "restfb/whatsapp/webhook-phoneNumberNameUpdate.json": ["AccountChanged"],
  "restfb/whatsapp/webhook-phoneNumberQualityUpdate.json": ["AccountChanged"],
  "restfb/whatsapp/webhook-userIdUpdate.json": ["PersonChanged"],
  "Group Create Message": ["Ignored"],
  "Group Remove Participants": ["Ignored"],
  "Group Settings Update": ["Ignored"],
  "Reaction Message": ["Reacted"],
  "System Message": ["PersonChanged"]
}

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Json))
const list = (json: Schema.Json | undefined, key: string): ReadonlyArray<Schema.Json> => {
  const value = isRecord(json) ? json[key] : undefined
  return Array.isArray(value) ? value : []
}
const inside = (json: Schema.Json, key: string) => (isRecord(json) ? json[key] : undefined)

/** Number of items that a delivery reports, counted without reading them. */
const reportsIn = (delivery: Schema.Json): number => {
  const entries = list(delivery, "entry")
  const values = entries.flatMap((entry) => list(entry, "changes")).map((change) => inside(change, "value"))
  const ofChanges = values.map((value) => {
    const lists = ["messages", "statuses", "errors", "message_echoes", "user_id_update", "user_preferences"]
    return Math.max(
      1,
      lists.reduce((sum, name) => sum + list(value, name).length, 0)
    )
  })
  const items = entries.flatMap((entry) => list(entry, "messaging").concat(list(entry, "standby")))
  const ofItems = items.map((item) => 1 + list(inside(item, "delivery"), "mids").length)
  return [...ofChanges, ...ofItems].reduce((sum, count) => sum + count, 0)
}

describe.skipIf(!areHere)("recorded deliveries", () => {
  it("recorded deliveries: all fixtures exist, including those collected elsewhere", () => {
    for (const { dir, files } of manifest) assert.lengthOf(filesIn(dir), files, dir)
    assert.lengthOf(others, 17)
    assert.isEmpty(others.filter((name) => /\/(?:webhook|messaging|standby)-/.test(name)))
    assert.lengthOf(deliveries, 47 + 61 + 2 + 4 - 17 + 16)
    const names = new Set(deliveries.map(([name]) => name))
    assert.isEmpty(Object.keys(exceptions).filter((name) => !names.has(name)))
  })

  it.each(deliveries)("recorded deliveries: %s is read as its kind", (name, delivery) => {
    const items = read(delivery)
    assert.deepStrictEqual(
      items.map(({ _tag }) => _tag),
      exceptions[name] ?? ["MessageReceived"]
    )
    assert.lengthOf(items, reportsIn(delivery))
  })

  it("recorded deliveries: the number of each kind is as expected", () => {
    const counts: Partial<Record<Tag, number>> = {}
    for (const { _tag } of deliveries.flatMap(([, delivery]) => read(delivery))) counts[_tag] = (counts[_tag] ?? 0) + 1
    assert.deepStrictEqual(counts, {
      MessageReceived: 68,
      Ignored: 10,
      StatusReported: 4,
      DeliveredUpTo: 1,
      ReadUpTo: 1,
      SeenUpTo: 1,
      Reacted: 4,
      MessageEdited: 1,
      MessageDeleted: 1,
      OptedIn: 2,
      PostbackTapped: 2,
      Referred: 1,
      PersonChanged: 4,
      TemplateChanged: 2,
      AccountChanged: 9,
      ControlChanged: 3
    })
  })
})
