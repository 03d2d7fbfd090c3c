import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { conversationAssigned } from "../../../src/domain/webhooks/conversationEvents.ts"
import { EventLog } from "../../../src/ports/webhooks/EventLog.ts"
import { SessionTokenBook } from "../../../src/adapters/memory/access/MemorySessionTokens.ts"
import { seconds } from "../../../testing/given/era.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { contactEvent, eventIdAt, testEvent } from "../../../testing/given/givenEvents.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { givenTalk, savedTalk } from "../../../testing/given/givenTalk.ts"
import { type Asked, ask, askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { framesIn } from "../../streams/streamClient.ts"

const path = "/api/whatsapp/events/stream"

/** An organization with an owner and an agent, and a few events. */
const scene = Effect.gen(function* () {
  const sender = yield* givenSender()
  const { at, id } = sender
  const { enter } = yield* SessionTokenBook
  const owner = yield* givenMember(id, { role: "owner" })
  const agent = yield* givenMember(id, { name: "Grace" })
  yield* enter("owner", owner.access.caller)
  yield* enter("agent", agent.access.caller)
  const events = [testEvent(id, at), yield* contactEvent(id, seconds(at, 1)), testEvent(id, seconds(at, 2))] as const
  yield* (yield* EventLog).appendAll(id, events)
  const stream = (token: string, more: Asked["headers"] = {}) =>
    askText(path, { headers: { authorization: `Bearer ${token}`, "x-org-id": id, ...more } })
  return { id, events, sender, stream }
})

describe("GET /events/stream", () => {
  it.effect("begins with an id, and continues after the named one", () =>
    Effect.gen(function* () {
      const { events, stream } = yield* scene
      const { headers, status, text } = yield* stream("owner")
      assert.strictEqual(status, 200)
      assert.strictEqual(text, `id: ${events[2].id}\nretry: 2000\n\n: live\n\n`)
      assert.strictEqual(headers.get("content-type"), "text/event-stream")
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual(headers.get("x-accel-buffering"), "no")
      const { frames } = framesIn((yield* stream("owner", { "last-event-id": events[0].id.toUpperCase() })).text)
      const contact = events[1]
      assert.deepStrictEqual(
        frames.slice(1, 3).map(({ id }) => id),
        [contact.id, events[2].id]
      )
      assert.strictEqual(frames[1]?.event, "contact.updated")
      assert.deepStrictEqual(JSON.parse(frames[1]?.data ?? ""), {
        id: contact.id,
        event: "contact.updated",
        timestamp: DateTime.formatIso(contact.occurredAt),
        conversationId: null,
        data: JSON.parse(JSON.stringify(contact.data))
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("shows an agent no events that only owners and admins may see", () =>
    Effect.gen(function* () {
      const { events, stream } = yield* scene
      const { frames } = framesIn((yield* stream("agent", { "last-event-id": events[0].id })).text)
      assert.deepStrictEqual(
        frames.flatMap(({ event }) => (event === null ? [] : [event])),
        ["contact.updated"]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("event stream: conversation.gone names only the new assignee", () =>
    Effect.gen(function* () {
      const { events, id, sender, stream } = yield* scene
      const at = seconds(sender.at, 9)
      const owner = yield* givenMember(id, { role: "owner" })
      const agent = yield* givenMember(id, { name: "Alan", conversationScope: "assigned" })
      yield* (yield* SessionTokenBook).enter("assigned", agent.access.caller)
      const talk = yield* savedTalk(yield* givenTalk(sender), { assigneeId: owner.user.id })
      const change = { by: owner.user.id, previousId: agent.user.id }
      const assigned = conversationAssigned(eventIdAt(at), talk, change, at)
      yield* (yield* EventLog).append(assigned)
      const { text } = yield* stream("assigned", { "last-event-id": events[2].id })
      const gone = framesIn(text).frames.find(({ event }) => event === "conversation.gone")
      assert.strictEqual(gone?.id, assigned.id)
      assert.deepStrictEqual(JSON.parse(gone?.data ?? ""), {
        id: assigned.id,
        event: "conversation.gone",
        timestamp: DateTime.formatIso(assigned.occurredAt),
        conversationId: talk.id,
        assigneeId: owner.user.id
      })
      assert.notInclude(text, "conversation.assigned")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses an invalid id, a caller of another organization, and a missing token", () =>
    Effect.gen(function* () {
      const { id, stream } = yield* scene
      const other = yield* givenSender()
      const refused = Effect.map(
        Effect.all([
          stream("owner", { "last-event-id": "x" }),
          stream("owner", { "x-org-id": other.id }),
          stream("nobody")
        ]),
        (answers) => answers.map(({ status, text }) => [status, text])
      )
      assert.deepStrictEqual(yield* refused, [
        [400, '{"success":false,"error":"Invalid field last-event-id: Expected the id of an event"}'],
        [403, '{"success":false,"error":"User is not a member of this organization"}'],
        [401, '{"success":false,"error":"Unauthorized"}']
      ])
      const unknown = yield* stream("owner", { "last-event-id": id })
      assert.match(
        unknown.text,
        /^id: .*\nretry: 2000\n\nevent: resync\ndata: {"reason":"unknown_event"}\n\n: live\n\n$/
      )
      const head = yield* ask(path, { method: "HEAD", headers: { authorization: "Bearer owner", "x-org-id": id } })
      assert.deepStrictEqual([head.status, head.body], [200, null])
    }).pipe(Effect.provide(httpWorld))
  )
})
