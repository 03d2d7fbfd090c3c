import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TemplatePlatform } from "../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { call, refused } from "../session/sessionDashboard.ts"
import { conversationIn, givenTwoNumbers, person, senders, text, writesTo } from "./twoNumbers.ts"

const known = "+1 555-010-0001 (106540352242922), +49 1512 3456789 (206540352242922)"

describe("sends of an organization with two WhatsApp numbers", () => {
  it.effect("senders: a reply is sent from the number that the person wrote to, on both interfaces", () =>
    Effect.gen(function* () {
      const { post, second, send } = yield* givenTwoNumbers
      const conversation = yield* writesTo(second)
      for (const answer of [
        yield* send({ to: person, ...text }),
        yield* post("/messages/send", { to: `+${person}`, ...text }),
        yield* post(`/conversations/${conversation.id}/messages`, text)
      ]) {
        assert.strictEqual(yield* conversationIn(answer), conversation.id)
      }
      assert.deepStrictEqual(yield* senders, [second.id, second.id, second.id])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("senders: without an open conversation the default number sends, otherwise the one connected first", () =>
    Effect.gen(function* () {
      const { first, patch, post, second, send } = yield* givenTwoNumbers
      const conversation = yield* writesTo(second)
      yield* post(`/conversations/${conversation.id}/close`)
      yield* send({ to: "15550000001", ...text })
      assert.strictEqual((yield* patch("/settings", { defaultNumberId: second.id })).status, 200)
      yield* send({ to: "15550000002", ...text })
      yield* send({ to: "15550000001", ...text })
      yield* post("/messages/send", { to: `+${person}`, ...text })
      assert.deepStrictEqual(yield* senders, [first.id, second.id, first.id, second.id])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("senders: `from` selects a number by its id, the platform's id and each written form of its phone", () =>
    Effect.gen(function* () {
      const { first, post, second, send } = yield* givenTwoNumbers
      yield* writesTo(first)
      const names = [
        second.id,
        second.id.toUpperCase(),
        second.externalId,
        ` ${second.externalId} `,
        "+4915123456789",
        "004915123456789",
        "4915123456789",
        "+49 (1512) 345-6789"
      ]
      for (const from of names) {
        assert.strictEqual((yield* send({ to: person, from, ...text })).status, 201, from)
        assert.strictEqual((yield* post("/messages/send", { to: `+${person}`, from, ...text })).status, 200, from)
      }
      assert.deepStrictEqual(new Set(yield* senders), new Set([second.id]))
      yield* send({ to: person, from: null, ...text })
      assert.deepStrictEqual((yield* senders).at(-1), second.id, "the conversation on the second was updated last")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("senders: a `from` that is not a connected number is refused, with the field and a list of numbers", () =>
    Effect.gen(function* () {
      const { connect, first, id, post, send } = yield* givenTwoNumbers
      yield* writesTo(first)
      const other = yield* givenAccount((yield* givenOrganization()).id, { displayName: "+1 555-010-0009" })
      const gone = yield* connect({ externalId: "gone", displayName: "+1 555-010-0003" })
      yield* (yield* ChannelAccounts).disconnect(id, "whatsapp", "gone")
      const page = yield* connect({ channel: "messenger", businessAccountId: null, displayName: "+1 555-010-0004" })
      for (const from of ["", "nobody", other.id, "15550100009", gone.id, "15550100003", page.id, "15550100004"]) {
        const problem = "Invalid field from: not a connected WhatsApp number"
        const answer = yield* send({ to: person, from, ...text })
        assert.deepStrictEqual(
          [answer.status, answer.body],
          [400, { success: false, message: problem, fix: `Use one of: ${known}` }],
          from
        )
        assert.deepStrictEqual(
          yield* post("/messages/send", { to: `+${person}`, from, ...text }),
          refused(400, `${problem}; use one of: ${known}`)
        )
      }
      assert.deepStrictEqual(yield* senders, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("senders: `from` is part of a call with an idempotency key", () =>
    Effect.gen(function* () {
      const { first, headers, second } = yield* givenTwoNumbers
      yield* writesTo(second)
      const send = (body: object) =>
        call({ ...headers, "idempotency-key": "one" }, "/messages/send", {
          body: { to: `+${person}`, ...text, ...body }
        })
      const answer = yield* send({ from: first.id })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(yield* send({ from: first.id }), answer)
      assert.strictEqual((yield* send({ from: second.id })).status, 422)
      assert.strictEqual((yield* send({})).status, 422)
      assert.deepStrictEqual(yield* senders, [first.id])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("senders: templates are those of the sending number", () =>
    Effect.gen(function* () {
      const { developer, first, get, patch, second } = yield* givenTwoNumbers
      const platform = yield* TemplatePlatform
      const requests = Effect.map(platform.requests, (all) => all.map(({ account }) => account.id))
      assert.strictEqual((yield* developer("/templates")).status, 200)
      assert.strictEqual((yield* developer(`/templates?from=${second.externalId}`)).status, 200)
      assert.strictEqual((yield* get("/templates?from=%2B4915123456789")).status, 200)
      yield* patch("/settings", { defaultNumberId: second.id })
      assert.strictEqual((yield* get("/templates")).status, 200)
      assert.deepStrictEqual(yield* requests, [first.id, second.id, second.id, second.id])
      assert.deepStrictEqual(
        yield* get("/templates?from=nobody"),
        refused(400, `Invalid field from: not a connected WhatsApp number; use one of: ${known}`)
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("senders: views name the number of a conversation, unless there is only one number", () =>
    Effect.gen(function* () {
      const { developer, first, get, id, second } = yield* givenTwoNumbers
      const conversation = yield* writesTo(second)
      const named = { id: second.id, accountId: second.externalId, name: second.displayName }
      const shown = { id: second.id, account_id: second.externalId, name: second.displayName }
      const bodies = Effect.all([
        get(`/conversations/${conversation.id}`),
        get("/conversations"),
        developer("/conversations/whatsapp")
      ])
      const texts = Effect.map(bodies, (all) => all.map(({ body }) => JSON.stringify(body)))
      const [detail, list, listed] = yield* texts
      assert.include(detail, JSON.stringify(named))
      assert.include(list, JSON.stringify(named))
      assert.include(listed, JSON.stringify(shown))
      const { disconnect } = yield* ChannelAccounts
      yield* disconnect(id, "whatsapp", first.externalId)
      for (const body of yield* texts) assert.notInclude(body, `"account":`)
      yield* disconnect(id, "whatsapp", second.externalId)
      const [gone] = yield* texts
      assert.include(gone, JSON.stringify({ id: second.id, accountId: null, name: null }))
    }).pipe(Effect.provide(httpWorld))
  )
})
