import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, HashMap, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../src/adapters/memory/World.ts"
import { EmailAddress } from "../../src/domain/access/Member.ts"
import { ApiKeyId, OrganizationId } from "../../src/domain/Ids.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { Memberships } from "../../src/ports/access/Memberships.ts"
import { OrganizationDeletion } from "../../src/ports/access/Organizations.ts"
import { MediaLibrary } from "../../src/ports/media/MediaLibrary.ts"
import { givenAccount, givenOrganization, uuid } from "../../testing/given/given.ts"
import { someMedia } from "../../testing/given/givenMedia.ts"
import { operate, operated, operatorWorld } from "./operatorScene.ts"

const Created = Schema.Struct({
  organizationId: OrganizationId,
  email: Schema.String,
  userId: Schema.NullOr(Schema.String),
  state: Schema.optionalKey(Schema.String),
  password: Schema.optionalKey(Schema.String),
  apiKeyId: ApiKeyId,
  apiKey: Schema.String
})
const Key = Schema.Struct({ id: ApiKeyId, apiKey: Schema.String, expiresAt: Schema.NullOr(Schema.String) })
const Keys = Schema.Struct({
  keys: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      createdAt: Schema.String,
      expiresAt: Schema.NullOr(Schema.String),
      lastUsedAt: Schema.NullOr(Schema.String),
      revokedAt: Schema.NullOr(Schema.String)
    })
  ),
  hasMore: Schema.Boolean
})
const Revoked = Schema.Struct({ id: Schema.String, revoked: Schema.Literal(true), revokedAt: Schema.String })

const create = (...more: ReadonlyArray<string>) => [
  "organization",
  "create",
  "--name",
  "Acme",
  "--email",
  "Owner@Acme.example",
  ...more
]
const key = (what: string, organization: string, ...more: ReadonlyArray<string>) => [
  "key",
  what,
  "--organization",
  organization,
  ...more
]
const untouched = { expiresAt: null, lastUsedAt: null, revokedAt: null }
const revocationDelay = "5 seconds"

describe("parley organization create", () => {
  it.effect("invites the owner of an external identity provider, and names the API key", () =>
    Effect.gen(function* () {
      const made = yield* operated(Created, create())
      assert.strictEqual(made.state, "invited")
      assert.isNull(made.userId)
      assert.notProperty(made, "password")
      const caller = yield* (yield* ApiKeys).authenticate(made.apiKey)
      assert.deepStrictEqual(caller, Option.some({ organizationId: made.organizationId, apiKeyId: made.apiKeyId }))
      const email = EmailAddress.make("owner@acme.example")
      const invitation = yield* (yield* Memberships).findInvitation(made.organizationId, email)
      assert.strictEqual(Option.getOrThrow(invitation).role, "owner")
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("makes the user with a subject the owner", () =>
    Effect.gen(function* () {
      const made = yield* operated(Created, create("--subject", "auth0|64b0c1"))
      assert.strictEqual(made.state, "joined")
      const [entry] = yield* (yield* Memberships).list(made.organizationId)
      assert.strictEqual(entry?._tag === "Joined" ? String(entry.user.id) : null, made.userId)
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("refuses a password with an external identity provider", () =>
    Effect.gen(function* () {
      const ended = yield* operate(create("--password"), { stdin: "correct horse\n" })
      assert.deepStrictEqual(ended, {
        code: 2,
        answer: null,
        error:
          "The owner signs in at the external identity provider, which has the password. Leave out --password, or set DEV_IDENTITY=on"
      })
      assert.deepStrictEqual((yield* (yield* World).state).organizations, [])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("generates a password for the owner, once for each address", () =>
    Effect.gen(function* () {
      const made = yield* operated(Created, create())
      assert.match(made.password ?? "", /^[\w-]{16}$/)
      assert.deepStrictEqual(yield* operate(create()), {
        code: 4,
        answer: null,
        error:
          "A user signs in with owner@acme.example already. Nothing was changed. Choose another address, or add the user with `parley member add`"
      })
      assert.strictEqual((yield* (yield* World).state).organizations.length, 1)
    }).pipe(Effect.provide(operatorWorld("own")))
  )
})

describe("parley organization list", () => {
  it.effect("shows the id of each organization", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* operated(Created, create())
      const listed = yield* operated(Schema.Record(Schema.String, Schema.Json), ["organization", "list"])
      const organization = { id: organizationId, name: "Acme", plan: "free", createdAt: "1970-01-01T00:00:00.000Z" }
      assert.deepStrictEqual({ ...listed }, { organizations: [organization], hasMore: false })
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})

describe("parley organization rename", () => {
  it.effect("changes the name", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* operated(Created, create())
      const renamed = yield* operate(["organization", "rename", "--organization", organizationId, "--name", "Globex"])
      const answer = { id: organizationId, name: "Globex", plan: "free", createdAt: "1970-01-01T00:00:00.000Z" }
      assert.deepStrictEqual(renamed, { code: 0, answer, error: "" })
      const { organizations } = yield* (yield* World).state
      assert.deepStrictEqual(
        organizations.map(({ name }) => name),
        ["Globex"]
      )
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})

describe("parley organization suspend and resume", () => {
  const suspend = (id: string, ...more: ReadonlyArray<string>) =>
    operate(["organization", "suspend", "--organization", id, ...more])
  const resume = (id: string) => operate(["organization", "resume", "--organization", id])

  it.effect("print the time of the suspension, and whether the command changed it", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* operated(Created, create())
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.123Z"))
      const suspended = { organizationId, state: "suspended", suspendedAt: "2026-11-20T12:00:00.123Z" }
      assert.deepStrictEqual((yield* suspend(organizationId, "--reason", "Unpaid")).answer, {
        ...suspended,
        changed: true,
        reason: "Unpaid"
      })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual((yield* suspend(organizationId)).answer, {
        ...suspended,
        changed: false,
        reason: "Unpaid"
      })
      const row = { id: organizationId, name: "Acme", plan: "free", createdAt: "1970-01-01T00:00:00.000Z" }
      const state = { state: "suspended", suspendedAt: suspended.suspendedAt, reason: "Unpaid" }
      assert.deepStrictEqual((yield* operate(["organization", "list"])).answer, {
        organizations: [{ ...row, ...state }],
        hasMore: false
      })
      const show = operate(["organization", "show", "--organization", organizationId])
      const usage = { month: "2026-11-01", used: 0, allowed: 1_000 }
      assert.deepStrictEqual((yield* show).answer, { ...row, ...state, ...usage })

      assert.deepStrictEqual((yield* resume(organizationId)).answer, {
        organizationId,
        state: "active",
        changed: true,
        suspendedAt: suspended.suspendedAt,
        reason: "Unpaid"
      })
      assert.deepStrictEqual((yield* resume(organizationId)).answer, {
        organizationId,
        state: "active",
        changed: false
      })
      assert.deepStrictEqual((yield* show).answer, { ...row, ...usage })
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("refuse an empty reason and a reason that is too long", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* operated(Created, create())
      for (const reason of ["", "x".repeat(501)]) {
        assert.strictEqual((yield* suspend(organizationId, "--reason", reason)).code, 2)
      }
      assert.strictEqual((yield* suspend(organizationId, "--reason", "x".repeat(500))).code, 0)
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("a suspended organization is deleted like any other", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* operated(Created, create())
      yield* suspend(organizationId)
      yield* (yield* OrganizationDeletion).begin(organizationId, yield* DateTime.now)
      for (const command of [suspend(organizationId), resume(organizationId)]) {
        assert.strictEqual((yield* command).code, 3)
      }
      const { answer } = yield* operate(["organization", "list"])
      assert.include(JSON.stringify(answer), '"state":"deleting"')
      yield* (yield* OrganizationDeletion).finish(organizationId)
      const { suspensions } = yield* (yield* World).state
      assert.strictEqual(HashMap.size(suspensions), 0)
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})

describe("parley organization delete", () => {
  const remove = (id: string, confirm: string) =>
    operate(["organization", "delete", "--organization", id, "--confirm", confirm])

  it.effect("refuses another name than that of the organization, and deletes nothing", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* operated(Created, create())
      assert.deepStrictEqual(yield* remove(organizationId, "acme"), {
        code: 2,
        answer: null,
        error: `The organization ${organizationId} is named "Acme". Nothing was deleted. Repeat that name with --confirm`
      })
      const { deleting, organizations } = yield* (yield* World).state
      assert.strictEqual(organizations.length, 1)
      assert.strictEqual(HashMap.size(deleting), 0)
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("lists the organization as deleting, which other commands do not find, until the deletion ends", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* operated(Created, create())
      yield* (yield* OrganizationDeletion).begin(organizationId, yield* DateTime.now)
      const row = { id: organizationId, name: "Acme", plan: "free", createdAt: "1970-01-01T00:00:00.000Z" }
      assert.deepStrictEqual((yield* operate(["organization", "list"])).answer, {
        organizations: [{ ...row, state: "deleting" }],
        hasMore: false
      })
      assert.strictEqual((yield* operate(["organization", "show", "--organization", organizationId])).code, 3)
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("waits for work in flight, and deletes what it inserted", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* operated(Created, create())
      const deletion = yield* Effect.forkChild(remove(organizationId, "Acme"))
      const isMarked = Effect.map((yield* World).state, ({ deleting }) => HashMap.has(deleting, organizationId))
      yield* Effect.repeat(TestClock.adjust("1 second"), { until: () => isMarked, times: 100 })
      assert.isTrue(yield* isMarked)
      const file = yield* someMedia(organizationId)
      yield* (yield* MediaLibrary).addAll(organizationId, [file])

      yield* Effect.repeat(TestClock.adjust("10 seconds"), { times: 40 })
      const { answer, code } = yield* Fiber.join(deletion)

      assert.deepStrictEqual([code, answer], [0, { organizationId, rows: 0, files: 1 }])
      const { media, organizations } = yield* (yield* World).state
      assert.deepStrictEqual([media, organizations], [[], []])
      assert.strictEqual((yield* remove(organizationId, "Acme")).code, 3)
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})

describe("parley organization settings", () => {
  it.effect("settings: the command shows the settings, changes given ones and clears one", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id)
      const settings = (...more: ReadonlyArray<string>) =>
        operate(["organization", "settings", "--organization", id, ...more])
      const answered = (defaultCountry: string | null, defaultNumberId: string | null) => ({
        code: 0,
        answer: {
          organizationId: id,
          defaultCountry,
          defaultNumberId,
          readReceipts: "off",
          stopWords: null,
          reopenWithinDays: null,
          autoClose: null,
          assignment: null,
          assignOnReply: false,
          workingHours: null,
          awayMessage: null,
          greeting: null
        },
        error: ""
      })
      assert.deepStrictEqual(yield* settings(), answered(null, null))
      assert.deepStrictEqual(yield* settings("--default-country", "br"), answered("BR", null))
      assert.deepStrictEqual(yield* settings("--default-number", account.id), answered("BR", account.id))
      assert.deepStrictEqual(yield* settings("--default-country", "none"), answered(null, account.id))
      assert.deepStrictEqual(yield* settings(), answered(null, account.id))
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("settings: the command refuses an unknown country and an unknown number", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const settings = (...more: ReadonlyArray<string>) =>
        operate(["organization", "settings", "--organization", id, ...more])
      const number = yield* uuid
      assert.deepStrictEqual(yield* settings("--default-country", "XX"), {
        code: 2,
        answer: null,
        error:
          "The default country has no phone numbers. Nothing was changed. Use a code of ISO 3166-1 alpha-2, such as BR"
      })
      assert.deepStrictEqual(yield* settings("--default-number", number), {
        code: 3,
        answer: null,
        error: `The organization has connected no WhatsApp number with the id ${number}. Nothing was changed. \`parley channel list\` shows its numbers`
      })
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})

describe("parley key", () => {
  it.effect("lists keys with their ids, and revokes one of them", () =>
    Effect.gen(function* () {
      const made = yield* operated(Created, create())
      yield* TestClock.adjust("1 minute")
      const second = yield* operated(Key, key("create", made.organizationId, "--name", "Shop"))
      const listed = yield* operated(Keys, key("list", made.organizationId))
      assert.deepStrictEqual(listed, {
        keys: [
          { id: second.id, name: "Shop", createdAt: "1970-01-01T00:01:00.000Z", ...untouched },
          { id: made.apiKeyId, name: "First key", createdAt: "1970-01-01T00:00:00.000Z", ...untouched }
        ],
        hasMore: false
      })
      assert.notInclude(JSON.stringify(listed), "pk_live_")

      const revokedAt = DateTime.formatIso(yield* DateTime.now)
      const revoked = yield* operated(Revoked, key("revoke", made.organizationId, "--id", made.apiKeyId))
      assert.deepStrictEqual(revoked, { id: made.apiKeyId, revoked: true, revokedAt })
      yield* TestClock.adjust(revocationDelay)
      const { authenticate } = yield* ApiKeys
      assert.isTrue(Option.isNone(yield* authenticate(made.apiKey)))
      assert.isTrue(Option.isSome(yield* authenticate(second.apiKey)))
      const again = yield* operated(Revoked, key("revoke", made.organizationId, "--id", made.apiKeyId))
      assert.strictEqual(again.revokedAt, revokedAt)
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("sets an expiry of a key, and shows it with the last use", () =>
    Effect.gen(function* () {
      const made = yield* operated(Created, create())
      const expiries = [
        ["90d", "1970-04-01T00:00:00.000Z"],
        ["1970-01-02", "1970-01-02T00:00:00.000Z"],
        ["1970-01-01T00:00:30Z", "1970-01-01T00:00:30.000Z"]
      ] as const
      for (const [text, expiresAt] of expiries) {
        const { id } = yield* operated(
          Key,
          key("create", made.organizationId, "--name", `Key of ${text}`, "--expires", text)
        )
        const { keys } = yield* operated(Keys, key("list", made.organizationId))
        assert.strictEqual(keys.find((one) => one.id === id)?.expiresAt, expiresAt)
      }
      yield* (yield* ApiKeys).authenticate(made.apiKey)
      const { keys } = yield* operated(Keys, key("list", made.organizationId))
      assert.strictEqual(keys.find(({ id }) => id === made.apiKeyId)?.lastUsedAt, "1970-01-01T00:00:00.000Z")
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("creates no key with an expiry that is past, too far or unreadable", () =>
    Effect.gen(function* () {
      const made = yield* operated(Created, create())
      yield* TestClock.adjust("1 day")
      const texts = [
        "0d",
        "1970-01-02",
        "3651d",
        "1980-06-01T00:00:00Z",
        "tomorrow",
        "1970-01-03T25:00Z",
        "1970-02-30",
        "30",
        ""
      ]
      for (const text of texts) {
        const ended = yield* operate(key("create", made.organizationId, "--name", "Key", "--expires", text))
        assert.strictEqual(ended.code, 2, text)
        assert.include(ended.error, `--expires ${text} is no instant in the future within ten years. No key was made`)
      }
      assert.lengthOf((yield* operated(Keys, key("list", made.organizationId))).keys, 1)
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("refuses keys of other organizations and unknown keys with a message", () =>
    Effect.gen(function* () {
      const acme = yield* operated(Created, create())
      const globex = (yield* givenOrganization()).id
      const unknown = yield* uuid
      for (const [organization, id] of [
        [globex, acme.apiKeyId],
        [acme.organizationId, unknown]
      ] as const) {
        assert.deepStrictEqual(yield* operate(key("revoke", organization, "--id", id)), {
          code: 3,
          answer: null,
          error: `The organization ${organization} has no API key ${id}. Nothing was revoked. \`parley key list\` shows its keys`
        })
      }
      yield* TestClock.adjust(revocationDelay)
      assert.isTrue(Option.isSome(yield* (yield* ApiKeys).authenticate(acme.apiKey)))
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})

describe("an unknown organization", () => {
  it.effect("is named by every command, with the exit code 3", () =>
    Effect.gen(function* () {
      const nowhere = yield* uuid
      const error = `There is no organization ${nowhere}. \`parley organization list\` shows all`
      const connect = ["channel", "connect", "--channel", "messenger", "--id", "31", "--name", "Page"]
      for (const args of [
        ["organization", "rename", "--organization", nowhere, "--name", "Globex"],
        ["organization", "delete", "--organization", nowhere, "--confirm", "Acme"],
        ["organization", "suspend", "--organization", nowhere],
        ["organization", "resume", "--organization", nowhere],
        ["organization", "plan", "--organization", nowhere, "--plan", "growth"],
        key("create", nowhere, "--name", "Shop"),
        key("list", nowhere),
        key("revoke", nowhere, "--id", yield* uuid),
        [...connect, "--organization", nowhere]
      ]) {
        const ended = yield* operate(args, { stdin: "token\n" })
        assert.deepStrictEqual(ended, { code: 3, answer: null, error }, args.join(" "))
      }
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})
