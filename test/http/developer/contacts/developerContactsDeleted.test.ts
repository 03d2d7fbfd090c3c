import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { World } from "../../../../src/adapters/memory/World.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { onChannel } from "../../../../testing/given/conversationFilters.ts"
import { givenAccount } from "../../../../testing/given/given.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, bare, givenBackend, notFound } from "./developerContactsBackend.ts"

const Sent = Schema.Struct({
  data: Schema.Struct({ contactId: Schema.String, conversationId: Schema.String })
})

const nothing = answered(200, { data: [], meta: { page: 1, limit: 20, total: 0 } })

/** A backend that has written to somebody in Brazil, whom it had as a contact. */
const givenSent = Effect.gen(function* () {
  const backend = yield* givenBackend
  yield* givenAccount(backend.id)
  const send = Effect.fnUntraced(function* (to: string) {
    const { body } = yield* backend.call("/send-message", {
      body: { to, template: { name: "hello_world", language: { code: "en_US" } } }
    })
    return (yield* Schema.decodeUnknownEffect(Sent)(body)).data
  })
  const contactId = yield* backend.added({ phone: "5511987654321", name: "Ada", tags: ["vip"] })
  const sent = yield* send("5511987654321")
  assert.strictEqual(sent.contactId, contactId)
  const conversations = Effect.gen(function* () {
    const store = yield* ConversationStore
    const { rows } = yield* store.list(backend.id, onChannel("whatsapp"), { page: 1, limit: 20 })
    return rows.map(({ conversation }) => conversation.id)
  })
  return { ...backend, send, contactId, conversationId: sent.conversationId, conversations }
})

describe("DELETE /v1/contacts/:id", () => {
  it.effect("removes the contact and their conversations from every endpoint", () =>
    Effect.gen(function* () {
      const { call, contactId, conversationId, conversations, events, get, list, patch, remove } = yield* givenSent
      assert.deepStrictEqual((yield* conversations).map(String), [conversationId])
      const announced = yield* events

      assert.deepStrictEqual(yield* remove(contactId), answered(200, { id: contactId, deleted: true }))

      for (const answer of [
        yield* get(contactId),
        yield* patch(contactId, { name: "Eve" }),
        yield* remove(contactId)
      ]) {
        assert.deepStrictEqual(answer, notFound)
      }
      for (const query of ["", "?search=Ada", "?search=87654321"]) assert.deepStrictEqual(yield* list(query), nothing)
      assert.deepStrictEqual(yield* conversations, [])
      assert.deepStrictEqual(yield* call("/conversations/whatsapp"), nothing)
      assert.deepStrictEqual(yield* events, announced)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("preserves the messages", () =>
    Effect.gen(function* () {
      const { contactId, remove } = yield* givenSent
      const { state } = yield* World
      const { messages } = yield* state
      assert.lengthOf(messages, 1)
      yield* remove(contactId)
      assert.deepStrictEqual((yield* state).messages, messages)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("a later send creates a new contact, under any form of the number", () =>
    Effect.gen(function* () {
      const { contactId, conversationId, conversations, events, get, remove, send } = yield* givenSent
      yield* remove(contactId)
      const again = yield* send("551187654321")
      assert.notStrictEqual(again.contactId, contactId)
      assert.notStrictEqual(again.conversationId, conversationId)
      assert.deepStrictEqual(
        yield* get(again.contactId),
        answered(200, {
          ...bare.details,
          id: again.contactId,
          userNumber: "551187654321",
          countryCode: "55"
        })
      )
      assert.deepStrictEqual((yield* conversations).map(String), [again.conversationId])
      assert.deepStrictEqual(
        (yield* events).map(({ type }) => type),
        [
          "contact.created",
          "conversation.opened",
          "message.sent",
          "contact.created",
          "conversation.opened",
          "message.sent"
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("a later POST creates a new contact", () =>
    Effect.gen(function* () {
      const { contactId, post, remove } = yield* givenSent
      yield* remove(contactId)
      const { body, status } = yield* post({ phone: "5511987654321" })
      assert.strictEqual(status, 201)
      assert.notInclude(JSON.stringify(body), contactId)
    }).pipe(Effect.provide(httpWorld))
  )
})
