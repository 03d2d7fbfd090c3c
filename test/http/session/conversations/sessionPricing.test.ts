import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, HashMap } from "effect"
import { MessageId } from "../../../../src/domain/Ids.ts"
import { withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import type { MessagePricing } from "../../../../src/domain/messages/MessagePricing.ts"
import { changed } from "../../../../testing/given/inbox.ts"
import { messageOf } from "../../../../testing/given/seen.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation } from "./sessionConversation.ts"

const answerOf = (body: unknown) => JSON.parse(JSON.stringify(body)).data

/** Saves the price of the only message of the conversation. */
const reported = Effect.fnUntraced(function* (
  { messageId, organizationId }: Effect.Success<typeof givenConversation>,
  value: MessagePricing
) {
  const sent = yield* messageOf(organizationId, MessageId.make(messageId))
  if (sent === null || sent.platformMessageId === null) return
  const at = yield* DateTime.now
  const { channelAccountId, platformMessageId } = sent
  yield* changed(organizationId, at, { messages: [{ channelAccountId, platformMessageId }] }, (state) =>
    [...HashMap.values(state.messages)].reduce((before, stored) => {
      const annotations = { ...stored.message.annotations, pricing: { at, status: "delivered", value } as const }
      return withMessage(before, { ...stored, message: { ...stored.message, annotations } })
    }, state)
  )
})

describe("prices over the Session interface", () => {
  it.effect("pricing: a message and the usage show a price once it has been reported", () =>
    Effect.gen(function* () {
      const given = yield* givenConversation
      const message = Effect.map(given.get(`/messages?conversationId=${given.id}`), ({ body }) => answerOf(body)[0])
      const usage = Effect.map(given.get("/usage"), ({ body }) => answerOf(body))
      const [bareMessage, bareUsage] = [yield* message, yield* usage]
      assert.notProperty(bareMessage, "pricing")
      assert.notProperty(bareUsage, "categories")

      const pricing = { billable: true, category: "marketing", model: "PMP", type: "regular" }
      yield* reported(given, pricing)
      assert.deepStrictEqual(yield* message, { ...bareMessage, pricing })
      const categories = [{ category: "marketing", messages: 1, billable: 1 }]
      assert.deepStrictEqual(yield* usage, { ...bareUsage, categories })

      yield* reported(given, { billable: false })
      assert.deepStrictEqual(yield* message, { ...bareMessage, pricing: { billable: false } })
      assert.deepStrictEqual(yield* usage, {
        ...bareUsage,
        categories: [{ category: "unknown", messages: 1, billable: 0 }]
      })
    }).pipe(Effect.provide(httpWorld))
  )
})
