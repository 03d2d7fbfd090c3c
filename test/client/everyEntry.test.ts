import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Fetch } from "../../client/promise/call.ts"
import { createParley, createParleySession } from "../../client/promise/createParley.ts"
import { sent } from "../http/session/conversations/sessionConversation.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { givenClients } from "./promiseClients.ts"

const Size = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))

const collected = async <A>(all: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const entries: Array<A> = []
  for await (const entry of all) entries.push(entry)
  return entries
}

/** A service with a list of entries. `between` may prepend others between two pages. */
const listing = (entries: Array<string>, between: () => void = () => {}) => {
  const queries: Array<string> = []
  const fetch: Fetch = async (address) => {
    const query = new URL(address).searchParams
    queries.push(query.toString())
    const limit = Number(query.get("limit"))
    const page = Number(query.get("page"))
    const data = entries.slice((page - 1) * limit, page * limit).map((id) => ({ id }))
    const total = entries.length
    between()
    return Response.json({ success: true, data: { data, meta: { page, limit, total } } })
  }
  return { queries, parley: createParley({ url: "http://test", apiKey: "key", fetch }) }
}

describe("list iterators", () => {
  it.effect.prop(
    "a list iterator returns every entry once and in order, for any page size",
    [Size, Limit],
    ([size, limit]) =>
      Effect.promise(async () => {
        const ids = Array.from({ length: size }, (_, index) => `c${index}`)
        const { parley } = listing(ids)
        assert.deepStrictEqual(
          (await collected(parley.contacts.all({ limit }))).map(({ id }) => id),
          ids
        )
      })
  )

  it("a list iterator returns an entry once if others moved it to the next page", async () => {
    const entries = ["c", "b", "a"]
    const { parley } = listing(entries, () => entries.unshift(`new ${entries.length}`))
    const ids: Array<string> = []
    for await (const { id } of parley.contacts.all({ limit: 2 })) {
      ids.push(id)
      if (id === "a") break
    }
    assert.deepStrictEqual(ids, ["c", "b", "a"])
  })

  it("a list iterator loads a page on demand and passes the query on", async () => {
    const { queries, parley } = listing(["a", "b", "c"])
    for await (const { id } of parley.contacts.all({ search: "x y", limit: 2 })) if (id === "b") break
    assert.deepStrictEqual(queries, ["search=x+y&limit=2&page=1"])
    await collected(parley.contacts.all())
    assert.strictEqual(queries[1], "limit=100&page=1")
  })

  it("a list iterator ends with the failure of a page and with the caller's signal", async () => {
    const failing: Fetch = async () => Response.json({ success: false, message: "no" }, { status: 500 })
    const parley = createParley({ url: "http://test", apiKey: "key", fetch: failing })
    const message = await collected(parley.logs.all()).catch((error: unknown) => String(error))
    assert.strictEqual(message, "ParleyError: no")
    const signal = AbortSignal.abort("enough")
    const reason = await collected(listing(["a"]).parley.contacts.all({}, { signal })).catch((cause: unknown) => cause)
    assert.strictEqual(reason, "enough")
  })

  it("a list iterator continues after the last event and before the last message", async () => {
    const queries: Array<string> = []
    const fetch: Fetch = async (address) => {
      const query = new URL(address).searchParams
      queries.push(query.toString())
      if (query.has("conversationId")) {
        const isFirst = !query.has("before")
        return Response.json({ data: [{ id: isFirst ? "m2" : "m1" }], total: 2, page: 1, hasNext: isFirst })
      }
      const isFirst = query.get("after") === "e0"
      const id = isFirst ? "e1" : "e2"
      return Response.json({ success: true, data: { events: [{ id }], next_after: id, has_more: isFirst } })
    }
    const parley = createParley({ url: "http://test", apiKey: "key", fetch })
    assert.deepStrictEqual(
      (await collected(parley.events.all({ after: "e0" }))).map(({ id }) => id),
      ["e1", "e2"]
    )
    const session = createParleySession({ url: "http://test", token: "token", organizationId: "o", fetch })
    const messages = await collected(session.messages.all({ conversationId: "c", limit: 1 }))
    assert.deepStrictEqual(
      messages.map(({ id }) => id),
      ["m2", "m1"]
    )
    assert.deepStrictEqual(queries, [
      "after=e0&limit=100",
      "after=e1&limit=100",
      "conversationId=c&limit=1",
      "conversationId=c&limit=1&before=m2"
    ])
  })

  it.effect("list iterators read the service's lists to their ends", () =>
    Effect.gen(function* () {
      const world = yield* givenClients
      for (const text of ["one", "two", "three"]) yield* sent(world, "+15551234567", text)
      const { id: conversationId, parley, session } = world
      yield* Effect.promise(async () => {
        await parley.contacts.upsert({ phone: "15550000001" })
        await parley.contacts.upsert({ phone: "15550000002" })
        const contacts = await collected(parley.contacts.all({ limit: 1 }))
        assert.deepStrictEqual(
          contacts.map(({ phone }) => phone),
          ["15550000002", "15550000001", "15551234567"]
        )
        const same = await collected(session.contacts.all({ limit: 2 }))
        assert.deepStrictEqual(
          same.map(({ id }) => id),
          contacts.map(({ id }) => id)
        )
        assert.lengthOf(await collected(session.conversations.all({ limit: 1 })), 1)
        assert.lengthOf(await collected(parley.whatsapp.allConversations()), 1)
        const messages = await collected(session.messages.all({ conversationId, limit: 1 }))
        const texts = messages.flatMap((message) => (message.type === "text" ? [message.content.text] : []))
        assert.deepStrictEqual(texts, ["three", "two", "one", "hi"])
        const events = await collected(parley.events.all({ limit: 2 }))
        const [first, ...others] = events
        const rest = await collected(parley.events.all({ after: first?.id, limit: 3 }))
        assert.deepStrictEqual(rest, others)
        const sentTexts = events.flatMap((event) =>
          event.event === "message.sent" ? [event.data.content["text"]] : []
        )
        assert.deepStrictEqual(sentTexts, ["hi", "one", "two", "three"])
        assert.isAbove((await collected(parley.deliveries.all({ limit: 1 }))).length, 1)
      })
    }).pipe(Effect.provide(httpWorld))
  )
})
