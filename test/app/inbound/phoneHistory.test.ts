import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { ofWhatsApp } from "../../meta/inbound/deliveries.ts"
import { eventsIn, givenInbound, inboundWorld, kept, processed, retriedAfter, stamp } from "./scene.ts"

const ada = "16505551234"
const business = "15550783881"

const message = (id: string, from: string, secondsBefore: number) => ({
  id,
  from,
  timestamp: stamp(secondsBefore),
  type: "text",
  text: { body: `text of ${id}` },
  history_context: { status: "READ" }
})

const part = (progress: number, messages: ReadonlyArray<Schema.Json>, phase = 0) =>
  ofWhatsApp(
    { history: [{ metadata: { phase, chunk_order: 1, progress }, threads: [{ id: ada, messages }] }] },
    "history"
  )

const entry = (action: "add" | "remove", secondsBefore: number, name = "Ada Lovelace") =>
  ofWhatsApp(
    {
      state_sync: [
        {
          type: "contact",
          contact: action === "add" ? { full_name: name, phone_number: ada } : { phone_number: ada },
          action,
          metadata: { timestamp: stamp(secondsBefore) }
        }
      ]
    },
    "smb_app_state_sync"
  )

const live = (id: string, secondsBefore: number) =>
  ofWhatsApp({
    contacts: [{ wa_id: ada, profile: { name: "ada ✨" } }],
    messages: [{ id, from: ada, timestamp: stamp(secondsBefore), type: "text", text: { body: `text of ${id}` } }]
  })

const historyOf = Effect.fnUntraced(function* (inbound: Effect.Success<typeof givenInbound>) {
  const listed = yield* (yield* ChannelAccounts).ofOrganization(inbound.id)
  const found = listed.find(({ account }) => account.id === inbound.number.id)?.history ?? null
  return found && { status: found.status, phase: found.phase, progress: found.progress }
})

describe("the history of a phone", () => {
  it.effect("history: parts come out of order and twice, and no message is announced", () =>
    Effect.gen(function* () {
      const inbound = yield* givenInbound
      const old = part(30, [message("a", ada, 900), message("b", business, 800)])
      yield* processed(part(60, [message("c", ada, 500)], 1), old, old)
      const { conversations, messages } = yield* kept(inbound.id)
      assert.deepStrictEqual(
        messages
          .map(({ direction, platformMessageId, status }) => [
            String(platformMessageId),
            String(direction),
            String(status)
          ])
          .toSorted(),
        [
          ["a", "inbound", "delivered"],
          ["b", "outbound", "read"],
          ["c", "inbound", "delivered"]
        ]
      )
      assert.deepStrictEqual(
        conversations.map(({ createdAt, unreadCount, updatedAt }) => [createdAt, updatedAt, unreadCount]),
        [[inbound.at(-900), inbound.at(-500), 0]]
      )
      assert.deepStrictEqual(
        (yield* eventsIn(inbound.id)).map(({ type }) => type),
        ["contact.created"]
      )
      assert.deepStrictEqual(yield* historyOf(inbound), { status: "syncing", phase: 1, progress: 60 })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("history: its end is announced once", () =>
    Effect.gen(function* () {
      const inbound = yield* givenInbound
      yield* processed(part(100, [], 2), part(100, [], 2))
      yield* processed(part(40, [message("a", ada, 900)], 1))
      assert.deepStrictEqual(yield* historyOf(inbound), { status: "completed", phase: 2, progress: 100 })
      const changes = (yield* eventsIn(inbound.id)).filter(({ type }) => type === "account.updated")
      assert.lengthOf(changes, 1)
      const values = { status: "completed", phase: 2, progress: 100 }
      assert.include(JSON.stringify(changes), `"change":"history","values":${JSON.stringify(values)}`)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("history: a refusal of the business is shown and announced", () =>
    Effect.gen(function* () {
      const inbound = yield* givenInbound
      const error = { code: 2_593_109, title: "History sync is turned off", message: "History sync is turned off" }
      yield* processed(ofWhatsApp({ history: [{ errors: [error] }] }, "history"))
      assert.deepStrictEqual(yield* historyOf(inbound), { status: "declined", phase: null, progress: 0 })
      assert.deepStrictEqual(
        (yield* eventsIn(inbound.id)).map(({ type }) => type),
        ["account.updated"]
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("history: a live message of the same conversation is announced and unread", () =>
    Effect.gen(function* () {
      const inbound = yield* givenInbound
      yield* processed(live("new", 10), part(30, [message("a", ada, 900)]))
      const { conversations, messages } = yield* kept(inbound.id)
      assert.lengthOf(messages, 2)
      assert.deepStrictEqual(
        conversations.map(({ unreadCount }) => unreadCount),
        [1]
      )
      const types = (yield* eventsIn(inbound.id)).map(({ type }) => type)
      assert.deepStrictEqual(types, ["contact.created", "conversation.opened", "message.received"])
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("the address book of a phone", () => {
  const names = (inbound: Effect.Success<typeof givenInbound>) =>
    Effect.map(kept(inbound.id), ({ contacts }) => contacts.map(({ name }) => name))

  it.effect("address book: an entry names the contact when they first write", () =>
    Effect.gen(function* () {
      const inbound = yield* givenInbound
      yield* processed(entry("add", 100))
      assert.deepStrictEqual(yield* names(inbound), [])
      yield* processed(live("m1", 10))
      yield* retriedAfter(1)
      assert.deepStrictEqual(yield* names(inbound), ["Ada Lovelace"])
      yield* processed(live("m2", 5), entry("remove", 4))
      assert.deepStrictEqual(yield* names(inbound), ["ada ✨"])
    }).pipe(Effect.provide(inboundWorld))
  )
})
