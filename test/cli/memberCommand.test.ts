import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { assignConversation } from "../../src/app/conversations/conversations.ts"
import { EmailAddress } from "../../src/domain/access/Member.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { Passwords, Users } from "../../src/ports/access/SignIns.ts"
import { Memberships } from "../../src/ports/access/Memberships.ts"
import { givenOrganization, givenSender, uuid } from "../../testing/given/given.ts"
import { serviceAccess } from "../../testing/given/givenMember.ts"
import { operate, operated, operatorWorld } from "./operatorScene.ts"
import { sendOff } from "../../testing/given/sendOff.ts"

const Shown = Schema.Struct({
  state: Schema.Literals(["joined", "invited"]),
  userId: Schema.NullOr(Schema.String),
  email: Schema.String,
  name: Schema.String,
  role: Schema.String,
  scope: Schema.String
})
const Listed = Schema.Struct({ members: Schema.Array(Shown) })
const Removed = Schema.Struct({ removed: Schema.Literal(true), assignedConversations: Schema.Int })

const add = (organization: string, email: string, ...more: ReadonlyArray<string>) => [
  "member",
  "add",
  "--organization",
  organization,
  "--email",
  email,
  ...more
]
const change = (what: "role" | "scope", organization: string, member: string, value: string) => [
  "member",
  what,
  "--organization",
  organization,
  "--member",
  member,
  `--${what}`,
  value
]
const remove = (organization: string, member: string) => [
  "member",
  "remove",
  "--organization",
  organization,
  "--member",
  member
]
const list = (organization: string) => ["member", "list", "--organization", organization]

const sub = "6f1c1d7e-55c2-4a0a-9d0e-0a4f0d1f8a11"

describe("parley member, with an external identity provider", () => {
  it.effect("invites by address, adds by subject, and lists both", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const ada = yield* operated(Shown, add(id, "Ada@Example.com", "--role", "agent", "--scope", "assigned"))
      assert.deepStrictEqual(ada, {
        state: "invited",
        userId: null,
        email: "ada@example.com",
        name: "ada@example.com",
        role: "agent",
        scope: "assigned"
      })
      const bob = yield* operated(
        Shown,
        add(id, "bob@example.com", "--name", "Bob", "--role", "owner", "--subject", sub.toUpperCase())
      )
      assert.deepStrictEqual(bob, {
        state: "joined",
        userId: sub,
        email: "bob@example.com",
        name: "Bob",
        role: "owner",
        scope: "all"
      })
      const eve = yield* operated(Shown, add(id, "eve@example.com", "--role", "admin", "--subject", "auth0|1"))
      assert.deepStrictEqual(yield* operated(Listed, list(id)), { members: [bob, eve, ada] })
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("changes role and scope of members and invitations", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* operated(Shown, add(id, "ada@example.com", "--role", "agent"))
      yield* operated(Shown, add(id, "bob@example.com", "--role", "admin", "--subject", sub))
      const bob = yield* operated(Shown, change("role", id, "BOB@example.com", "agent"))
      assert.deepStrictEqual([bob.role, bob.scope], ["agent", "all"])
      assert.strictEqual((yield* operated(Shown, change("scope", id, sub, "assigned"))).scope, "assigned")
      assert.strictEqual((yield* operated(Shown, change("role", id, "ada@example.com", "owner"))).role, "owner")
      const { members } = yield* operated(Listed, list(id))
      assert.deepStrictEqual(
        members.map(({ email, role, scope }) => [email, role, scope]),
        [
          ["bob@example.com", "agent", "assigned"],
          ["ada@example.com", "owner", "all"]
        ]
      )
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("removes a member, and prints the conversations that stay assigned to them", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      yield* operated(Shown, add(id, "bob@example.com", "--role", "agent", "--subject", sub))
      const { conversation } = yield* intent()
      const reserved = yield* sendOff(id, yield* intent({ conversation }))
      yield* assignConversation(serviceAccess(id), reserved.conversationId, UserId.make(sub))
      assert.strictEqual((yield* operated(Removed, remove(id, "bob@example.com"))).assignedConversations, 1)
      assert.isTrue(Option.isNone(yield* (yield* Memberships).find(id, UserId.make(sub))))
      assert.deepStrictEqual(yield* operated(Listed, list(id)), { members: [] })
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("refuses invalid changes on one line with the remedy, and changes nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const nowhere = yield* uuid
      yield* operated(Shown, add(id, "ada@example.com", "--role", "owner", "--subject", sub))
      yield* operated(Shown, add(id, "bob@example.com", "--role", "owner"))
      const before = yield* operated(Listed, list(id))
      const last =
        "ada@example.com is the last owner of the organization. Nothing was changed. Make another member owner first; an invited owner counts once they have signed in"
      for (const [args, code, error] of [
        [
          add(id, "ADA@example.com", "--role", "agent"),
          4,
          "ada@example.com is a member of the organization already. Change it with `parley member role` or `parley member scope`"
        ],
        [
          add(id, "bob@example.com", "--role", "agent", "--subject", "auth0|1"),
          4,
          "bob@example.com is invited already. The invitation ends with `parley member remove`"
        ],
        [
          add(id, "eve@example.com", "--role", "agent", "--subject", sub),
          4,
          "eve@example.com is a member of the organization already. Change it with `parley member role` or `parley member scope`"
        ],
        [
          add(id, "eve@example.com", "--role", "admin", "--scope", "assigned"),
          4,
          "The scope assigned does not apply to the role admin, which sees all conversations. Nothing was changed. Use the role agent or the scope all"
        ],
        [
          add(nowhere, "eve@example.com", "--role", "agent"),
          3,
          `There is no organization ${nowhere}. \`parley organization list\` shows all`
        ],
        [list(nowhere), 3, `There is no organization ${nowhere}. \`parley organization list\` shows all`],
        [remove(id, "ada@example.com"), 4, last],
        [change("role", id, "ada@example.com", "admin"), 4, last],
        [
          remove(id, "eve@example.com"),
          3,
          `The organization ${id} has no member eve@example.com. \`parley member list\` shows its members`
        ],
        [
          change("role", id, nowhere, "admin"),
          3,
          `The organization ${id} has no member ${nowhere}. \`parley member list\` shows its members`
        ]
      ] as const) {
        assert.deepStrictEqual(yield* operate(args), { code, answer: null, error })
      }
      assert.deepStrictEqual(yield* operated(Listed, list(id)), before)
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("treats wrong arguments as a usage error", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      for (const args of [
        add(id, "ada", "--role", "agent"),
        add(id, "ada@example.com"),
        add(id, "ada@example.com", "--role", "boss"),
        add(id, "ada@example.com", "--role", "agent", "--subject", ""),
        add(id, "ada@example.com", "--role", "agent", "--name", ""),
        add("nowhere", "ada@example.com", "--role", "agent"),
        add(id, "ada@example.com", "--role", "agent", "--password", "x")
      ]) {
        assert.strictEqual((yield* operate(args)).code, 2, args.join(" "))
      }
      assert.deepStrictEqual(yield* operated(Listed, list(id)), { members: [] })
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})

describe("parley member add, with the identity provider of the service", () => {
  const password = "correct horse battery"

  it.effect("creates the user with a password from standard input, which it does not print", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const args = add(id, "Ada@example.com", "--role", "agent")
      const ada = yield* operated(Shown, args, { stdin: `${password}\r\nmore` })
      assert.strictEqual(ada.state, "joined")
      const account = Option.getOrThrow(yield* (yield* Users).findByEmail("ada@example.com"))
      assert.strictEqual(account.user.id, ada.userId)
      assert.isTrue(yield* (yield* Passwords).verify(Redacted.make(password), account.passwordHash))
      assert.notInclude(JSON.stringify(ada), password)
    }).pipe(Effect.provide(operatorWorld("own")))
  )

  it.effect("adds a user of another organization without a password", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const first = yield* operated(Shown, add(acme, "ada@example.com", "--role", "owner"), { stdin: password })
      const second = yield* operated(Shown, add(globex, "ada@example.com", "--role", "agent"))
      assert.strictEqual(second.userId, first.userId)
    }).pipe(Effect.provide(operatorWorld("own")))
  )

  it.effect.each([
    ["", "The password is missing: type it, or write it to standard input"],
    ["\nsecond line", "The password is missing: type it, or write it to standard input"],
    ["short\n", "The password is too short. It needs 8 characters"],
    ["x".repeat(1_025), "The password is too long. It may have 1024 characters"]
  ] as const)("refuses the input %j", ([stdin, error]) =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const args = add(id, "ada@example.com", "--role", "agent")
      assert.deepStrictEqual(yield* operate(args, { stdin }), { code: 2, answer: null, error })
      assert.isTrue(Option.isNone(yield* (yield* Users).findByEmail(EmailAddress.make("ada@example.com"))))
    }).pipe(Effect.provide(operatorWorld("own")))
  )
})
