import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ConversationId } from "../../../src/domain/Ids.ts"
import { conversationOf } from "../../../testing/given/seen.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { answered, givenBackend } from "./channels/developerChannelBackend.ts"

/** A backend that has sent to a person. */
const given = Effect.gen(function* () {
  const backend = yield* givenBackend("whatsapp")
  const { body } = yield* backend.post("/v1/send-message", {
    to: "15557654321",
    template: { name: "hello_world", language: { code: "en_US" } }
  })
  const { data } = body as { data: { conversationId: ConversationId } }
  return { ...backend, conversationId: data.conversationId, at: "2026-11-20T12:00:00.000Z" }
})

const unknown = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"
const until = "2026-11-21T08:00:00.000Z"

describe("triage by a backend", () => {
  it.effect("triage: a backend snoozes, prioritizes and changes conversations in bulk", () =>
    Effect.gen(function* () {
      const { at, conversationId: id, id: organizationId, post } = yield* given
      const changed = { id, status: "open", assigneeId: null, priority: "none", updatedAt: at }
      assert.deepStrictEqual(
        yield* post(`/v1/conversations/${id}/snooze`, { until }),
        answered(200, { ...changed, snoozed: { at, until } })
      )
      assert.deepStrictEqual(
        yield* post(`/v1/conversations/${id}/unsnooze`, undefined, "POST"),
        answered(200, { ...changed, snoozed: null })
      )
      assert.deepStrictEqual(
        yield* post("/v1/conversations/bulk", { ids: [id], action: "priority", priority: "high" }),
        answered(200, { results: [{ id, success: true }], succeeded: 1, failed: 0 })
      )
      assert.strictEqual((yield* conversationOf(organizationId, id))?.priority, "high")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("triage: refusals have the envelope of the interface", () =>
    Effect.gen(function* () {
      const { conversationId: id, post } = yield* given
      assert.deepStrictEqual(yield* post(`/v1/conversations/${id}/snooze`, { until: "2020-01-01T00:00:00Z" }), {
        status: 400,
        body: { success: false, message: "Invalid field until: Expected a time in the future" }
      })
      assert.deepStrictEqual(yield* post(`/v1/conversations/${unknown}/snooze`, undefined, "POST"), {
        status: 404,
        body: { success: false, message: "Conversation not found", code: "NOT_FOUND" }
      })
      assert.deepStrictEqual(yield* post("/v1/conversations/bulk", { ids: [id], action: "assign" }), {
        status: 400,
        body: { success: false, message: "Missing required field: userId", code: "MISSING_FIELD" }
      })
      yield* post("/v1/conversations/bulk", { ids: [id], action: "close" })
      assert.deepStrictEqual(yield* post(`/v1/conversations/${id}/snooze`, undefined, "POST"), {
        status: 409,
        body: { success: false, message: "Conversation is closed" }
      })
    }).pipe(Effect.provide(httpWorld))
  )
})
