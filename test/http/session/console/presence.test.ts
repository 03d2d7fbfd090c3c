import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import type { KnownToken } from "../../../../src/adapters/memory/access/MemorySessionTokens.ts"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import * as Routes from "../../../../src/adapters/http/routes.ts"
import {
  makePresence,
  maxPresent,
  maxWatchedConversations,
  Presence
} from "../../../../src/app/conversations/Presence.ts"
import { ConversationId, OrganizationId, UserId } from "../../../../src/domain/Ids.ts"
import { givenMember, serviceAccess } from "../../../../testing/given/givenMember.ts"
import { askOf } from "../../../support/http/requests.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation } from "../conversations/sessionConversation.ts"
import { answered, refused, signedIn } from "../sessionDashboard.ts"

const Json = Schema.fromJsonString(Schema.Json)

/** The routes of one process: it remembers what was said. */
const process = HttpRouter.toHttpEffect(Routes.layer.pipe(Layer.provide(HttpServer.layerServices)))

type Process = Effect.Success<typeof process>

const given = Effect.fnUntraced(function* (answer: Process) {
  const { id, organizationId, user } = yield* givenConversation
  const { access, user: agent } = yield* givenMember(organizationId, { name: "Grace" })
  const owner = { organizationId, caller: { _tag: "User", userId: user.id, email: user.email } } as const
  const path = `/conversations/${id}/presence`
  const by = Effect.fnUntraced(function* (caller: KnownToken, body: object, at = path) {
    const headers = yield* signedIn(organizationId, caller)
    const { status, text } = yield* askOf(answer, `/api/whatsapp${at}`, { body, headers })
    return { status, body: yield* Schema.decodeUnknownEffect(Json)(text) }
  })
  return {
    agent: { userId: agent.id, name: "Grace" },
    owner: { userId: user.id, name: "Olga" },
    path,
    byAgent: (state: string) => by(access.caller, { state }),
    byOwner: (state: string, at?: string) => by(owner.caller, { state }, at),
    byOwnerWith: (body: object) => by(owner.caller, body),
    byService: (state: string) => by(serviceAccess(organizationId).caller, { state })
  }
})

const others = (...present: ReadonlyArray<object>) => answered(200, { others: present })

describe("POST /conversations/:conversationId/presence", () => {
  it.effect("sends each member the other viewers of the conversation, for 30 seconds", () =>
    Effect.gen(function* () {
      const { agent, byAgent, byOwner, owner } = yield* given(yield* process)
      assert.deepStrictEqual(yield* byOwner("viewing"), others())
      assert.deepStrictEqual(yield* byAgent("typing"), others({ ...owner, state: "viewing" }))
      assert.deepStrictEqual(yield* byOwner("typing"), others({ ...agent, state: "typing" }))
      yield* TestClock.adjust("29999 millis")
      assert.deepStrictEqual(yield* byAgent("viewing"), others({ ...owner, state: "typing" }))
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* byAgent("viewing"), others())
      assert.deepStrictEqual(yield* byOwner("viewing"), others({ ...agent, state: "viewing" }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends nothing to other organizations and conversations, and refuses the service role", () =>
    Effect.gen(function* () {
      const answer = yield* process
      const acme = yield* given(answer)
      const globex = yield* given(answer)
      assert.deepStrictEqual(yield* acme.byOwner("viewing"), others())
      assert.deepStrictEqual(yield* globex.byOwner("viewing"), others())
      const notFound = refused(404, "Conversation not found")
      assert.deepStrictEqual(yield* globex.byOwner("viewing", acme.path), notFound)
      assert.deepStrictEqual(
        yield* acme.byService("viewing"),
        refused(403, "Members have conversations on the screen; the service role has none")
      )
      assert.deepStrictEqual(yield* acme.byAgent("viewing"), others({ ...acme.owner, state: "viewing" }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses an unknown state", () =>
    Effect.gen(function* () {
      const { byOwner, byOwnerWith } = yield* given(yield* process)
      assert.strictEqual((yield* byOwner("away")).status, 400)
      assert.deepStrictEqual(yield* byOwnerWith({}), refused(400, "Missing required field: state"))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("presence", () => {
  const uuid = (count: number) => `018f4e2a-7c1b-7d3e-9a56-${String(count).padStart(12, "0")}`
  const organizationId = OrganizationId.make(uuid(1))
  const conversation = (count: number) => ConversationId.make(uuid(count))
  const member = (count: number) => ({ userId: UserId.make(uuid(count)), name: "", state: "viewing" as const })

  it.effect("drops the members with the oldest signals", () =>
    Effect.gen(function* () {
      const { enter } = yield* Presence
      for (let count = 0; count <= maxPresent; count++) yield* enter(organizationId, conversation(1), member(count))
      const present = yield* enter(organizationId, conversation(1), member(maxPresent))
      assert.deepStrictEqual(
        present.map(({ userId }) => userId),
        Array.from({ length: maxPresent - 1 }, (_, place) => member(maxPresent - 1 - place).userId)
      )
    }).pipe(Effect.provideServiceEffect(Presence, makePresence), Effect.scoped, Effect.provide(Memory.layer()))
  )

  it.effect("drops the conversations that were viewed longest ago", () =>
    Effect.gen(function* () {
      const { enter } = yield* Presence
      yield* enter(organizationId, conversation(0), member(1))
      yield* enter(organizationId, conversation(1), member(1))
      yield* enter(organizationId, conversation(0), member(2))
      yield* Effect.forEach(
        Array.from({ length: maxWatchedConversations - 1 }, (_, place) => place + 2),
        (count) => enter(organizationId, conversation(count), member(1)),
        { discard: true }
      )
      assert.lengthOf(yield* enter(organizationId, conversation(0), member(3)), 2)
      assert.lengthOf(yield* enter(organizationId, conversation(1), member(3)), 0)
    }).pipe(Effect.provideServiceEffect(Presence, makePresence), Effect.scoped, Effect.provide(Memory.layer()))
  )
})
