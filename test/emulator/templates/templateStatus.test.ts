import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Templates } from "../../../emulator/templates/Templates.ts"
import { seconds, seen, world } from "../person/personSide.ts"
import { wabaId } from "../platform.ts"

const decided = { channel: "whatsapp", type: "template_status", name: "order_update", language: "es" } as const

/** Status and reason of every template, as the listing has them. */
const listed = Effect.map(
  Effect.flatMap(Templates, (templates) => templates.ofBusiness(wabaId)),
  (all) =>
    all.map(({ definition: { language, name, rejected_reason, status } }) => [name, language, status, rejected_reason])
)

describe("decisions about templates", () => {
  it.effect.each([
    ["PAUSED", undefined, "NONE", "PAUSED", undefined],
    ["DISABLED", undefined, "NONE", "DISABLED", undefined],
    ["REJECTED", "INVALID_FORMAT", "INVALID_FORMAT", "REJECTED", "INVALID_FORMAT"],
    ["REJECTED", undefined, "NONE", "REJECTED", "NONE"],
    ["FLAGGED", undefined, "NONE", "APPROVED", undefined],
    ["REINSTATED", undefined, "NONE", "APPROVED", undefined]
  ] as const)(
    "template decisions: are reported and apply from then on: %s",
    ([event, reason, told, status, rejected]) =>
      Effect.gen(function* () {
        const before = yield* listed
        const { items, messageId, payload } = yield* seen({
          ...decided,
          event,
          ...(reason === undefined ? {} : { reason })
        })
        assert.isNull(messageId)
        const value = {
          event,
          message_template_id: 1563240371457803,
          message_template_name: "order_update",
          message_template_language: "es",
          message_template_category: "UTILITY",
          reason: told
        }
        assert.deepStrictEqual(payload, {
          object: "whatsapp_business_account",
          entry: [{ id: wabaId, time: seconds, changes: [{ value, field: "message_template_status_update" }] }]
        })
        assert.deepStrictEqual(items, [
          {
            _tag: "TemplateChanged",
            at: "2026-11-20T12:00:00.000Z",
            channel: "whatsapp",
            businessAccountId: wabaId,
            templateId: "1563240371457803",
            name: "order_update",
            language: "es",
            status: event,
            reason: told === "NONE" ? null : told,
            quality: null,
            category: "UTILITY",
            what: "message_template_status_update",
            values: value
          }
        ])
        assert.deepStrictEqual(
          yield* listed,
          before.map((row) => (row[0] === "order_update" && row[1] === "es" ? [row[0], row[1], status, rejected] : row))
        )
      }).pipe(Effect.provide(world()))
  )

  it.effect("template ratings: are reported with the rating before, and listed from then on", () =>
    Effect.gen(function* () {
      const rated = { ...decided, type: "template_quality" } as const
      yield* seen({ ...rated, score: "YELLOW" })
      const { items, payload } = yield* seen({ ...rated, score: "RED" })
      const value = {
        previous_quality_score: "YELLOW",
        new_quality_score: "RED",
        message_template_id: 1563240371457803,
        message_template_name: "order_update",
        message_template_language: "es"
      }
      assert.deepStrictEqual(payload, {
        object: "whatsapp_business_account",
        entry: [{ id: wabaId, time: seconds, changes: [{ value, field: "message_template_quality_update" }] }]
      })
      assert.deepInclude(JSON.parse(JSON.stringify(items))[0], {
        _tag: "TemplateChanged",
        quality: "RED",
        status: null
      })
      const all = yield* (yield* Templates).ofBusiness(wabaId)
      const found = all.find(({ definition: { language, name } }) => name === "order_update" && language === "es")
      assert.deepStrictEqual(found?.definition.quality_score, { score: "RED" })
    }).pipe(Effect.provide(world()))
  )

  it.effect("template decisions: can be reverted", () =>
    Effect.gen(function* () {
      yield* seen({ ...decided, event: "PAUSED" })
      yield* seen({ ...decided, event: "REINSTATED" })
      assert.deepInclude(yield* listed, ["order_update", "es", "APPROVED", undefined])
    }).pipe(Effect.provide(world()))
  )
})
