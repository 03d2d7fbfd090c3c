import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createPasswordLink } from "../../src/app/access/memberSignIns.ts"
import { inviteByLink, renewInvitation } from "../../src/app/access/invitations.ts"
import { createTeam } from "../../src/app/conversations/teams.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { EmailAddress } from "../../src/domain/access/Member.ts"
import { type OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { IdentityProvider } from "../../src/ports/access/IdentityProvider.ts"
import { Memberships } from "../../src/ports/access/Memberships.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import {
  ask,
  bearer,
  email,
  givenAda,
  identityWorld,
  password,
  refresh,
  seen,
  signIn,
  tokensOf
} from "./identityProvider.ts"
import { now } from "./sessionTokens.ts"

const world = Layer.merge(
  identityWorld,
  Layer.succeed(IdentityProvider, IdentityProvider.of({ isOwn: true, userIdOf: (subject) => UserId.make(subject) }))
)

const grace = EmailAddress.make("grace@example.com")

const invite = Effect.fnUntraced(function* (organizationId: OrganizationId, address = grace) {
  const member = { email: address, name: address, role: "agent", conversationScope: "all", teamIds: [] } as const
  const { token } = yield* inviteByLink(organizationId, member)
  return token === null ? "" : Redacted.value(token)
})

const view = (token: string, from = "192.0.2.1") => ask("/auth/v1/invitation", { body: { token }, from })
const accept = (token: string, fields: object = {}) =>
  ask("/auth/v1/invitation/accept", { body: { token, name: "Grace", password: "grace's password", ...fields } })

const failed = (status: number, code: string, message: string) => ({ status, body: { code, message } })
const unknown = failed(403, "otp_expired", "Link is invalid or has expired")
const wrong = failed(400, "invalid_credentials", "Invalid login credentials")
const weak = failed(422, "weak_password", "Password should have 8 to 1024 characters")

const later = (seconds: number) => TestClock.setTime((now + seconds) * 1_000)
const day = 86_400

describe("invitations by link", () => {
  it.effect("invitations: the link shows organization and address, and its holder joins and is signed in", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* givenAda
      const { id: teamId } = yield* createTeam(organizationId, "Billing")
      const member = {
        email: grace,
        name: grace,
        role: "agent",
        conversationScope: "assigned",
        teamIds: [teamId]
      } as const
      const { token: link } = yield* inviteByLink(organizationId, member)
      const token = link === null ? "" : Redacted.value(link)
      assert.deepStrictEqual(seen(yield* view(token)), {
        status: 200,
        body: {
          organization: "Acme",
          email: grace,
          name: "",
          role: "agent",
          expires_at: "2026-11-27T12:00:00.000Z"
        }
      })
      const granted = yield* tokensOf(yield* accept(token))
      const userId = UserId.make(granted.user.id)
      const found = Option.getOrThrow(yield* (yield* Memberships).find(organizationId, userId))
      assert.deepStrictEqual(found.user, { id: userId, name: "Grace", email: grace })
      assert.deepStrictEqual(found.membership, {
        organizationId,
        userId,
        role: "agent",
        conversationScope: "assigned"
      })
      const state = yield* Effect.flatMap(World, ({ state }) => state)
      assert.deepStrictEqual(state.teams[0]?.memberIds, [userId])
      assert.deepStrictEqual(state.invitations, [])
      assert.notInclude(JSON.stringify(state), token)
      const added = state.auditEntries.filter(({ action }) => action === "member.added")
      assert.deepStrictEqual(
        added.map(({ actor }) => actor),
        [{ _tag: "Member", userId }]
      )
      assert.strictEqual((yield* signIn({ email: grace, password: "grace's password" })).status, 200)
      for (const answer of [yield* view(token), yield* accept(token)]) assert.deepStrictEqual(seen(answer), unknown)
    }).pipe(Effect.provide(world))
  )

  it.effect("invitations: a person with an account joins with its password, and keeps name and password", () =>
    Effect.gen(function* () {
      yield* givenAda
      const { id } = yield* givenOrganization({ name: "Other" })
      const token = yield* invite(id, EmailAddress.make(email.toLowerCase()))
      assert.deepStrictEqual(seen(yield* accept(token, { password: "not her password" })), wrong)
      const granted = yield* tokensOf(yield* accept(token, { password }))
      const found = Option.getOrThrow(yield* (yield* Memberships).find(id, UserId.make(granted.user.id)))
      assert.strictEqual(found.user.name, "Ada")
      assert.strictEqual((yield* signIn()).status, 200)
    }).pipe(Effect.provide(world))
  )

  it.effect("invitations: a link ends after seven days, and a renewed one replaces it", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* givenAda
      const token = yield* invite(organizationId)
      yield* later(7 * day - 1)
      assert.strictEqual((yield* view(token)).status, 200)
      yield* later(7 * day)
      assert.deepStrictEqual(seen(yield* accept(token)), unknown)
      const { token: renewed } = yield* renewInvitation(organizationId, grace)
      assert.deepStrictEqual(seen(yield* accept(token)), unknown)
      assert.strictEqual((yield* accept(renewed === null ? "" : Redacted.value(renewed))).status, 200)
    }).pipe(Effect.provide(world))
  )

  it.effect("invitations: one of concurrent acceptances joins", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* givenAda
      const token = yield* invite(organizationId)
      const answers = yield* Effect.forEach([1, 2, 3, 4], () => accept(token), { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("invitations: name and password have to be possible", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* givenAda
      const token = yield* invite(organizationId)
      assert.deepStrictEqual(seen(yield* accept(token, { password: "short" })), weak)
      const noName = failed(400, "validation_failed", "Name should have 1 to 200 characters")
      for (const name of ["", "  ", "a\0b", "a".repeat(201)]) {
        assert.deepStrictEqual(seen(yield* accept(token, { name })), noName)
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("invitations: five unknown links lock an origin, and no other one", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* givenAda
      const token = yield* invite(organizationId)
      for (let attempt = 0; attempt < 5; attempt++) assert.deepStrictEqual(seen(yield* view("guess")), unknown)
      assert.strictEqual((yield* view(token)).status, 429)
      assert.strictEqual((yield* view(token, "198.51.100.7")).status, 200)
      yield* later(301)
      assert.strictEqual((yield* view(token)).status, 200)
    }).pipe(Effect.provide(world))
  )
})

describe("links to a new password", () => {
  const useLink = (token: string, next: string) =>
    ask("/auth/v1/password-link/use", { body: { token, password: next } })

  it.effect("password links: one sets a password once, and ends all sessions", () =>
    Effect.gen(function* () {
      const { organizationId, userId } = yield* givenAda
      const session = yield* Effect.flatMap(signIn(), tokensOf)
      const first = Redacted.value((yield* createPasswordLink(organizationId, userId)).token)
      const token = Redacted.value((yield* createPasswordLink(organizationId, userId)).token)
      const shown = yield* ask("/auth/v1/password-link", { body: { token } })
      assert.deepStrictEqual(seen(shown), { status: 200, body: { email } })
      assert.deepStrictEqual(seen(yield* useLink(first, "another password")), unknown)
      assert.deepStrictEqual(seen(yield* useLink(token, "short")), weak)
      assert.strictEqual((yield* useLink(token, "another password")).status, 204)
      assert.deepStrictEqual(seen(yield* useLink(token, "a third password")), unknown)
      assert.strictEqual((yield* refresh(session.refresh_token)).status, 400)
      assert.deepStrictEqual(seen(yield* signIn()), wrong)
      assert.strictEqual((yield* signIn({ email, password: "another password" })).status, 200)
    }).pipe(Effect.provide(world))
  )

  it.effect("password links: one ends after a day", () =>
    Effect.gen(function* () {
      const { organizationId, userId } = yield* givenAda
      const token = Redacted.value((yield* createPasswordLink(organizationId, userId)).token)
      yield* later(day)
      assert.deepStrictEqual(seen(yield* useLink(token, "another password")), unknown)
    }).pipe(Effect.provide(world))
  )
})

describe("the own account", () => {
  const change = (token: string, body: object) => ask("/auth/v1/user", { method: "PUT", headers: bearer(token), body })

  it.effect("own account: a new password requires the current one, and ends other sessions", () =>
    Effect.gen(function* () {
      yield* givenAda
      const other = yield* Effect.flatMap(signIn(), tokensOf)
      const mine = yield* Effect.flatMap(signIn(), tokensOf)
      const next = { password: "another password" }
      assert.deepStrictEqual(seen(yield* change(mine.access_token, next)), wrong)
      assert.deepStrictEqual(seen(yield* change(mine.access_token, { ...next, current_password: "guess" })), wrong)
      const short = { password: "short", current_password: password }
      assert.deepStrictEqual(seen(yield* change(mine.access_token, short)), weak)
      assert.strictEqual((yield* change(mine.access_token, { ...next, current_password: password })).status, 200)
      assert.strictEqual((yield* refresh(other.refresh_token)).status, 400)
      assert.strictEqual((yield* refresh(mine.refresh_token)).status, 200)
      assert.strictEqual((yield* signIn({ email, password: "another password" })).status, 200)
    }).pipe(Effect.provide(world))
  )

  it.effect("own account: wrong current passwords lock it as wrong sign-ins do", () =>
    Effect.gen(function* () {
      yield* givenAda
      const { access_token: token } = yield* Effect.flatMap(signIn(), tokensOf)
      const next = { password: "another password", current_password: "guess" }
      for (let attempt = 0; attempt < 5; attempt++) assert.deepStrictEqual(seen(yield* change(token, next)), wrong)
      assert.strictEqual((yield* change(token, { ...next, current_password: password })).status, 429)
    }).pipe(Effect.provide(world))
  )

  it.effect("own account: the name changes everywhere, and sessions are listed and ended", () =>
    Effect.gen(function* () {
      const { organizationId, userId } = yield* givenAda
      const agent = (name: string) => ({ headers: { "user-agent": name } })
      const other = yield* Effect.flatMap(signIn(undefined, agent("Phone")), tokensOf)
      yield* later(1)
      const mine = yield* Effect.flatMap(signIn(undefined, agent("Laptop")), tokensOf)
      assert.strictEqual((yield* change(mine.access_token, { data: { name: " Ada L. " } })).status, 200)
      const found = Option.getOrThrow(yield* (yield* Memberships).find(organizationId, userId))
      assert.strictEqual(found.user.name, "Ada L.")
      const [laptop = "", phone = ""] = yield* Effect.map(
        World.pipe(Effect.flatMap(({ state }) => state)),
        ({ signIns }) => [signIns[1]?.id ?? "", signIns[0]?.id ?? ""]
      )
      const listed = ask("/auth/v1/sessions", { headers: bearer(mine.access_token) })
      const session = (id: string, userAgent: string, at: string, isCurrent: boolean) => ({
        id,
        created_at: at,
        refreshed_at: at,
        user_agent: userAgent,
        aal: "aal1",
        is_current: isCurrent
      })
      const own = session(laptop, "Laptop", "2026-11-20T12:00:01.000Z", true)
      assert.deepStrictEqual(seen(yield* listed), {
        status: 200,
        body: { sessions: [own, session(phone, "Phone", "2026-11-20T12:00:00.000Z", false)] }
      })
      const end = (id: string) =>
        ask(`/auth/v1/sessions/${id}`, { method: "DELETE", headers: bearer(mine.access_token) })
      assert.strictEqual((yield* end(phone)).status, 204)
      assert.deepStrictEqual(seen(yield* end(phone)), failed(404, "session_not_found", "Session not found"))
      assert.strictEqual((yield* refresh(other.refresh_token)).status, 400)
      assert.deepStrictEqual(seen(yield* listed), { status: 200, body: { sessions: [own] } })
    }).pipe(Effect.provide(world))
  )
})
