import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { World } from "../../../src/adapters/memory/World.ts"
import { replayInbound } from "../../../src/app/inbound/acceptInbound.ts"
import { AccountChanges } from "../../../src/ports/inbound/Inbox.ts"
import { businessAccountId, ofBusiness, ofPage, pageId } from "../../meta/inbound/deliveries.ts"
import { logLines } from "../../meta/logLines.ts"
import { givenAccount, givenOrganization, givenWebhook } from "../../../testing/given/given.ts"
import { eventTypesOf, outstandingOf } from "../../../testing/given/seen.ts"
import { eventsIn, givenInbound, inboundWorld, millis, problemsKept, processed, retriedAfter } from "./scene.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const entryTime = 1_763_726_340
const reported = (field: string, value: JsonObject) => ofBusiness(field, value, { time: entryTime })

const flagged = { display_phone_number: "15550783881", event: "FLAGGED", current_limit: "TIER_10K" }
const banned = { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } }

/** What was announced: of which account, what changed, and the platform's values. */
const announcedTo = (id: Parameters<typeof eventsIn>[0]) =>
  Effect.map(eventsIn(id), (events) => events.filter(({ type }) => type === "account.updated"))

describe("a change of an account", () => {
  it.effect("is announced, stored and logged once, for any number of reports", () =>
    Effect.gen(function* () {
      const { layer, lines } = logLines()
      yield* Effect.gen(function* () {
        const { id, now, number } = yield* givenInbound
        const delivery = reported("account_update", banned)
        yield* processed(delivery, delivery)
        yield* processed(delivery)
        assert.deepStrictEqual(yield* eventsIn(id), [
          {
            type: "account.updated",
            conversationId: null,
            occurredAt: now,
            data: {
              channel: "whatsapp",
              account_id: number.id,
              external_id: number.externalId,
              business_account_id: businessAccountId,
              change: "account_update",
              values: banned,
              timestamp: "2025-11-21T11:59:00.000Z"
            }
          }
        ])
        assert.deepStrictEqual(
          (yield* (yield* AccountChanges).list).map(({ account, values, what }) => [account.id, what, values]),
          [[number.id, "account_update", banned]]
        )
        assert.deepStrictEqual(yield* problemsKept, [])
        assert.deepStrictEqual(lines, ["Error the platform changed an account"])
      }).pipe(Effect.provide(layer))
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect(
    "applies to the number in the report, else to every number of the business account in each organization",
    () =>
      Effect.gen(function* () {
        const { id, number } = yield* givenInbound
        const second = yield* givenAccount(id, { businessAccountId, displayName: "+1 555-078-3881" })
        const other = yield* givenOrganization()
        const third = yield* givenAccount(other.id, { businessAccountId, displayName: "Shop" })
        const ids = (own: typeof id) =>
          Effect.map(announcedTo(own), (events) =>
            events.map(({ data }) => JSON.parse(JSON.stringify(data)).account_id)
          )

        yield* processed(reported("phone_number_quality_update", flagged))
        assert.deepStrictEqual([yield* ids(id), yield* ids(other.id)], [[second.id], []])
        yield* processed(reported("account_review_update", { decision: "REJECTED" }))
        assert.deepStrictEqual((yield* ids(id)).slice(1).toSorted(), [number.id, second.id].toSorted())
        assert.deepStrictEqual(yield* ids(other.id), [third.id])
        const alert = {
          entity_type: "PHONE_NUMBER",
          entity_id: third.externalId,
          alert_info: { alert_type: "OBA_REJECTED" }
        }
        yield* processed(reported("account_alerts", alert))
        assert.deepStrictEqual([(yield* ids(id)).length, yield* ids(other.id)], [3, [third.id, third.id]])
        yield* processed(reported("phone_number_name_update", { ...flagged, display_phone_number: "+44 1" }))
        assert.deepStrictEqual([(yield* ids(id)).length, (yield* ids(other.id)).length], [3, 3])
        assert.deepStrictEqual(yield* problemsKept, [])
      }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is announced for a change of a template", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const value = { event: "PAUSED", message_template_id: 1, message_template_name: "order", reason: null }
      yield* processed(reported("message_template_status_update", value))
      assert.deepInclude((yield* announcedTo(id))[0]?.data, { change: "message_template_status_update", values: value })
    }).pipe(Effect.provide(inboundWorld))
  )

  const template = {
    message_template_id: 1689556908129832,
    message_template_name: "order",
    message_template_language: "en_US"
  }
  it.effect.each<readonly [string, JsonObject]>([
    [
      "template_correct_category_detection",
      { ...template, message_template_category: "UTILITY", correct_category: "MARKETING" }
    ],
    ["template_correct_category_detection", { ...template, category: "UTILITY", correct_category: "MARKETING" }],
    ["template_category_update", { ...template, new_category: "UTILITY", correct_category: "MARKETING" }],
    ["template_category_update", { ...template, previous_category: "UTILITY", new_category: "MARKETING" }],
    ["account_update", { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "TEMPLATE_MISUSE" } }],
    [
      "account_update",
      {
        event: "ACCOUNT_RESTRICTION",
        restriction_info: [{ restriction_type: "RESTRICTED_UTILITY_TEMPLATES", expiration: "1764331140" }]
      }
    ]
  ])("category misuse: %s is announced once with the platform's values, and logged as a warning", ([field, values]) =>
    Effect.gen(function* () {
      const { layer, lines } = logLines()
      yield* Effect.gen(function* () {
        const { id, number } = yield* givenInbound
        const delivery = reported(field, values)
        yield* processed(delivery, delivery)
        const [event, ...others] = yield* eventsIn(id)
        assert.deepStrictEqual(others, [])
        assert.strictEqual(event?.type, "account.updated")
        assert.deepInclude(event?.data, { account_id: number.id, change: field, values })
        assert.deepStrictEqual(yield* problemsKept, [])
        assert.deepStrictEqual(lines, ["Warn the platform changed an account"])
      }).pipe(Effect.provide(layer))
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is announced if a Page is blocked from sending messages", () =>
    Effect.gen(function* () {
      const { id, page } = yield* givenInbound
      const policy = { action: "block", reason: "Too many messages" }
      yield* processed(ofPage({ recipient: { id: pageId }, timestamp: millis(5), "policy-enforcement": policy }))
      assert.deepInclude((yield* announcedTo(id))[0]?.data, {
        channel: "messenger",
        account_id: page.id,
        business_account_id: null,
        change: "policy-enforcement",
        values: policy
      })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is announced if a Page is restricted for a violation", () =>
    Effect.gen(function* () {
      const { layer, lines } = logLines()
      yield* Effect.gen(function* () {
        const { id, page } = yield* givenInbound
        const values = { status: "restricted", violations: [{ type: "CYBERSECURITY" }] }
        const delivery = ofPage({ timestamp: entryTime, ...values })
        yield* processed(delivery, delivery)
        assert.deepStrictEqual(
          (yield* announcedTo(id)).map(({ data }) => data),
          [
            {
              channel: "messenger",
              account_id: page.id,
              external_id: pageId,
              business_account_id: null,
              change: "business_integrity",
              values,
              timestamp: "2025-11-21T11:59:00.000Z"
            }
          ]
        )
        assert.deepStrictEqual(yield* problemsKept, [])
        assert.deepStrictEqual(lines, ["Warn the platform changed an account"])
      }).pipe(Effect.provide(layer))
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is a failed item until its account is connected and the item is replayed", () =>
    Effect.gen(function* () {
      yield* processed(reported("account_update", banned))
      assert.deepStrictEqual(
        (yield* problemsKept).map(({ account, channel, reason }) => [reason, channel, account]),
        [["unrouted", "whatsapp", businessAccountId]]
      )
      const { id } = yield* givenInbound
      yield* replayInbound({ reason: "unrouted", deliveryId: null })
      yield* retriedAfter(0)
      assert.deepStrictEqual([yield* eventTypesOf(id), yield* problemsKept], [["account.updated"], []])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is a failed item if its number is not connected, even if the business account is connected", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const alert = { entity_type: "PHONE_NUMBER", entity_id: "unknown", alert_info: {} }
      yield* processed(reported("account_alerts", alert), reported("phone_number_quality_update", flagged))
      assert.deepStrictEqual(
        (yield* problemsKept).map(({ account, reason }) => [reason, account]),
        [
          ["unrouted", businessAccountId],
          ["unrouted", "unknown"]
        ]
      )
      assert.deepStrictEqual(yield* eventTypesOf(id), [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is stored and announced together or not at all, and retried after a failure", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* (yield* World).failNext("EventLog.append")
      yield* processed(reported("account_update", banned))
      assert.deepStrictEqual([yield* eventTypesOf(id), yield* (yield* AccountChanges).list], [[], []])
      yield* retriedAfter(10)
      assert.deepStrictEqual(yield* eventTypesOf(id), ["account.updated"])
      assert.deepStrictEqual(yield* problemsKept, [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is sent only to subscriptions to account.updated", () =>
    Effect.gen(function* () {
      const { id, now } = yield* givenInbound
      yield* givenWebhook(id, { events: ["message.received", "message.reaction"] })
      yield* processed(reported("account_update", banned))
      assert.deepStrictEqual(yield* outstandingOf(id, now), [])
      yield* givenWebhook(id, { events: ["account.updated"] })
      yield* processed(reported("account_update", { event: "ACCOUNT_DELETED" }))
      assert.lengthOf(yield* outstandingOf(id, now), 1)
    }).pipe(Effect.provide(inboundWorld))
  )
})
