import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../../emulator/Emulator.ts"
import * as Conversations from "../../../emulator/messenger/Conversations.ts"
import { account, call, emulated, page, seed } from "../pages.ts"
import { decodePage, type ListingPage } from "../listingPage.ts"

const people = (count: number) => Array.from({ length: count }, (_, index) => ({ personId: String(1000 + index) }))
const idsOf = (count: number) => people(count).map(({ personId }) => `t_${personId}`)
const inbox = { channel: "messenger", id: page.id, name: page.name } as const

describe("the pages of conversations", () => {
  const world = emulated({ conversations: { [page.id]: people(60) } })

  it.effect("are walked by following next, each conversation once", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const first = `/v23.0/${page.id}/conversations?fields=id&limit=25&access_token=${page.accessToken}`
      const pages: Array<ReadonlyArray<string>> = []
      let next: string | undefined = first
      while (next !== undefined) {
        const response: Response = yield* Effect.promise(() => fetch(`${url}${next}`))
        const body: ListingPage = decodePage(yield* Effect.promise(() => response.json()))
        assert.isDefined(body.paging?.cursors.after)
        pages.push(body.data.map(({ id }) => id))
        next = body.paging?.next?.slice(url.length)
      }
      assert.deepStrictEqual(
        pages.map(({ length }) => length),
        [25, 25, 10]
      )
      assert.deepStrictEqual(pages.flat(), idsOf(60))
    }).pipe(Effect.provide(world))
  )

  it.effect("are found by their cursors, forwards and backwards", () =>
    Effect.gen(function* () {
      const ids = (query: string) =>
        Effect.map(call("GET", `/me/conversations?fields=id&${query}`), ({ body }) =>
          decodePage(body).data.map(({ id }) => id)
        )
      const all = idsOf(60)
      const { body } = yield* call("GET", "/me/conversations?limit=10&after=OQZDZD")
      const { data, paging } = decodePage(body)
      assert.deepStrictEqual(
        data.map(({ id }) => id),
        all.slice(10, 20)
      )
      assert.deepStrictEqual(paging?.cursors, { before: "MTAZD", after: "MTkZD" })
      assert.deepStrictEqual(yield* ids(`limit=10&after=${paging?.cursors.after}`), all.slice(20, 30))
      assert.deepStrictEqual(yield* ids(`limit=10&before=${paging?.cursors.before}`), all.slice(0, 10))
      assert.deepStrictEqual(yield* ids(""), all.slice(0, 25))
      assert.deepStrictEqual(yield* ids("limit=1000"), all)
    }).pipe(Effect.provide(world))
  )
})

describe("the conversations of an inbox", () => {
  const capacity = Conversations.maxConversations
  const persons = Effect.gen(function* () {
    const conversations = yield* (yield* Conversations.Conversations).newestFirst(inbox)
    return conversations.map(({ person }) => person)
  })
  const newestFirst = (from: number, to: number) =>
    Array.from({ length: from - to }, (_, index) => String(from - 1 - index))

  it.effect("are forgotten when there are too many, those that are quiet for longest first", () =>
    Effect.gen(function* () {
      const { enter } = yield* Conversations.Conversations
      for (let person = 0; person < capacity; person++) yield* enter(inbox, String(person), "Hello")
      assert.deepStrictEqual(yield* persons, newestFirst(capacity, 0))
      for (let person = capacity; person < 3 * capacity + 5; person++) yield* enter(inbox, String(person), "Hello")
      assert.deepStrictEqual(yield* persons, newestFirst(3 * capacity + 5, 2 * capacity + 5))
      yield* enter(inbox, String(2 * capacity + 5), "Hello again")
      yield* enter(inbox, "new", "Hello")
      assert.deepStrictEqual(yield* persons, [
        "new",
        String(2 * capacity + 5),
        ...newestFirst(3 * capacity + 5, 2 * capacity + 7)
      ])
    }).pipe(Effect.provide(Conversations.layer(seed)))
  )

  it.effect("are those of the seed at first, in its order, and no more than there can be", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* persons,
        people(capacity).map(({ personId }) => personId)
      )
    }).pipe(Effect.provide(Conversations.layer({ ...seed, conversations: { [page.id]: people(2 * capacity + 1) } })))
  )

  it.effect("lose none of the messages that come at once, and are nobody else's", () =>
    Effect.gen(function* () {
      const { enter, has, newestFirst } = yield* Conversations.Conversations
      yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => String(index % 10)),
        (person) => Effect.andThen(Effect.yieldNow, enter(inbox, person, "Hello")),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        (yield* newestFirst(inbox)).map(({ messageCount }) => messageCount),
        Array.from({ length: 10 }, () => 10)
      )
      assert.isTrue(yield* has(inbox, "9"))
      assert.isFalse(yield* has({ channel: "instagram", id: account.id, name: account.username }, "9"))
    }).pipe(Effect.provide(Conversations.layer(seed)))
  )
})
