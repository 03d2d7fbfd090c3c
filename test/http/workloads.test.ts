import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createApiKey } from "../../src/app/access/apiKeys.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { givenSender, uuid } from "../../testing/given/given.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { givenTalk, savedTalk } from "../../testing/given/givenTalk.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { ask } from "../support/http/requests.ts"
import { answered, call, refused, signedIn } from "./session/sessionDashboard.ts"

/** An organization with an owner and an agent who has an open conversation, in both interfaces. */
const givenDesk = Effect.gen(function* () {
  const sender = yield* givenSender()
  const owner = yield* givenMember(sender.id, { name: "Olga", role: "owner" })
  const agent = yield* givenMember(sender.id, { name: "Ada" })
  yield* savedTalk(yield* givenTalk(sender), { assigneeId: agent.user.id })
  const as = Effect.fnUntraced(function* ({ access }: typeof owner) {
    const headers = yield* signedIn(sender.id, access.caller)
    return (method: string, path: string, body?: unknown) => call(headers, path, { method, body })
  })
  const { key } = yield* createApiKey(sender.id, "Shop")
  const headers = { "x-api-key": Redacted.value(key) }
  const asBackend = (method: string, path: string, body?: unknown) =>
    ask(`/api/developer/v1${path}`, { method, headers, body })
  return { owner, agent, asOwner: yield* as(owner), asAgent: yield* as(agent), asBackend }
})

describe("the work of members over HTTP", () => {
  it.effect("workloads: members set their availability, and managers that of others and capacities", () =>
    Effect.gen(function* () {
      const { agent, asAgent, asBackend, asOwner, owner } = yield* givenDesk
      const ada = { userId: agent.user.id, availability: "available", capacity: null, open: 1 }
      const olga = { userId: owner.user.id, availability: "away", capacity: null, open: 0 }
      const both = [ada, olga].toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
      assert.deepStrictEqual(yield* asAgent("GET", "/members/workloads"), answered(200, { workloads: both }))
      const away = { ...ada, availability: "away" }
      assert.deepStrictEqual(yield* asAgent("PUT", "/members/me/availability", { status: "away" }), answered(200, away))
      const busy = { ...ada, capacity: 7 }
      const path = `/members/${agent.user.id.toUpperCase()}`
      assert.deepStrictEqual(yield* asOwner("PUT", `${path}/availability`, { status: "available" }), answered(200, ada))
      assert.deepStrictEqual(yield* asOwner("PUT", `${path}/capacity`, { capacity: 7 }), answered(200, busy))
      const listed = yield* asBackend("GET", "/members/workloads")
      assert.deepInclude(listed.body, {
        data: { workloads: both.map((one) => (one === ada ? busy : one)) }
      })
      const cleared = yield* asBackend("PUT", `${path}/capacity`, { capacity: null })
      assert.deepInclude(cleared.body, { data: ada })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("workloads: each refusal names the field or the reason", () =>
    Effect.gen(function* () {
      const { agent, asAgent, asBackend, asOwner, owner } = yield* givenDesk
      const nobody = UserId.make(yield* uuid)
      for (const [as, path, body, refusal] of [
        [asAgent, `/members/${owner.user.id}/availability`, { status: "away" }, refused(403, "Forbidden")],
        [asAgent, `/members/${agent.user.id}/capacity`, { capacity: 1 }, refused(403, "Forbidden")],
        [asOwner, `/members/${nobody}/availability`, { status: "away" }, refused(404, "Member not found")],
        [asOwner, "/members/x/capacity", { capacity: 1 }, refused(404, "Member not found")],
        [
          asOwner,
          `/members/${agent.user.id}/capacity`,
          { capacity: 0 },
          refused(400, "Invalid field capacity: Expected 1 to 1000 conversations")
        ]
      ] as const) {
        assert.deepStrictEqual(yield* as("PUT", path, body), refusal)
      }
      assert.strictEqual((yield* asOwner("PUT", "/members/me/availability", { status: "busy" })).status, 400)
      assert.strictEqual((yield* asBackend("PUT", "/members/me/availability", { status: "away" })).status, 404)
    }).pipe(Effect.provide(httpWorld))
  )
})
