import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as MemoryAccountCheck from "../../src/adapters/memory/access/MemoryAccountCheck.ts"
import { Receivers } from "../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { PlatformRejected } from "../../src/domain/messages/PlatformError.ts"
import { ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import { givenAccount, givenOrganization, uuid } from "../../testing/given/given.ts"
import { operate, operated, operateInWords, operatorWorld } from "./operatorScene.ts"

const world = operatorWorld("external")
const AnyFields = Schema.Record(Schema.String, Schema.Json)
const url = "https://hooks.example.com/parley"
const of = (organization: string) => ["--organization", organization]

describe("parley organization show", () => {
  it.effect("shows the plan and the usage of the month", () =>
    Effect.gen(function* () {
      const { id, name } = yield* givenOrganization()
      const shown = yield* operated(AnyFields, ["organization", "show", ...of(id)])
      assert.include(shown, { id, name, month: "1970-01-01", used: 0 })
      const nowhere = yield* uuid
      assert.strictEqual((yield* operate(["organization", "show", ...of(nowhere)])).code, 3)
    }).pipe(Effect.provide(world))
  )
})

describe("parley channel check", () => {
  it.effect("prints the platform's response for each token, and fails if one is invalid", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const fine = yield* givenAccount(id, { externalId: "4711" })
      yield* givenAccount(id, { channel: "messenger", externalId: "31", token: null })
      const expired = yield* givenAccount(id, { channel: "instagram", externalId: "178" })
      const failure = { code: 190, title: "Expired", message: "Session has expired", subcode: null, details: null }
      yield* (yield* MemoryAccountCheck.AccountCheckSettings).fail(expired.id, new PlatformRejected(failure))

      const { code, error, printed } = yield* operateInWords(["channel", "check", ...of(id)])
      assert.strictEqual(code, 4)
      assert.include(error, "2 of 3 accounts do not work")
      const rows = printed.split("\n").map((line) => line.split(/ {2,}/))
      assert.deepInclude(rows, ["true", "whatsapp", "4711", fine.displayName, "-"])
      assert.isTrue(rows.some((row) => row.includes("no token is stored")))
      assert.isTrue(rows.some((row) => row.includes("190 Session has expired")))
    }).pipe(Effect.provide(world))
  )
})

describe("parley channel disconnect", () => {
  it.effect("removes the account, and reports an unknown account", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const account = yield* givenAccount(id, { externalId: "4711" })
      const args = ["channel", "disconnect", ...of(id), "--channel", "whatsapp", "--id", "4711"]
      const done = yield* operated(AnyFields, args)
      assert.deepStrictEqual(
        { ...done },
        { id: account.id, channel: "whatsapp", externalId: "4711", disconnected: true }
      )
      assert.deepStrictEqual(yield* (yield* ChannelAccounts).list, [])
      assert.deepStrictEqual(yield* operate(args), {
        code: 3,
        answer: null,
        error: `The organization ${id} has not connected the WhatsApp account 4711. Nothing was changed. \`parley channel list\` shows its accounts`
      })
    }).pipe(Effect.provide(world))
  )
})

describe("parley webhook", () => {
  it.effect("registers, shows, changes and removes the webhook", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const none = "The organization has no webhook. `parley webhook set` registers one"
      assert.deepStrictEqual(yield* operate(["webhook", "show", ...of(id)]), { code: 3, answer: null, error: none })

      const set = ["webhook", "set", ...of(id), "--url", url]
      const made = yield* operated(AnyFields, [...set, "--events", "message.received, message.sent"])
      assert.deepInclude(made, { url, status: "active", events: ["message.received", "message.sent"] })
      const generated = yield* operated(AnyFields, ["webhook", "show", ...of(id), "--secret"])
      assert.strictEqual(made["secret"], generated["secret"])
      assert.notProperty(yield* operated(AnyFields, set), "secret")
      const chosen = "a secret of our own"
      assert.notProperty(yield* operated(AnyFields, [...set, "--secret"], { stdin: `${chosen}\n` }), "secret")
      const shown = yield* operated(AnyFields, ["webhook", "show", ...of(id), "--secret"])
      assert.strictEqual(shown["secret"], chosen)
      assert.notProperty(yield* operated(AnyFields, ["webhook", "show", ...of(id)]), "secret")

      yield* operated(AnyFields, ["webhook", "remove", ...of(id)])
      assert.strictEqual((yield* operate(["webhook", "remove", ...of(id)])).code, 3)
    }).pipe(Effect.provide(world))
  )

  it.effect.each([
    [["--url", "http://hooks.example.com"], "The address of the webhook does not use HTTPS"],
    [["--url", "hooks"], "The address of the webhook is not an address"],
    [["--url", url, "--events", "message.lost"], "There is no event type message.lost"],
    [["--url", url, "--events", ","], "--events names no type"]
  ] as const)("refuses %j as a usage error", ([args, error]) =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const ended = yield* operate(["webhook", "set", ...of(id), ...args])
      assert.strictEqual(ended.code, 2)
      assert.include(ended.error, error)
      assert.include(ended.error, "Nothing was changed")
    }).pipe(Effect.provide(world))
  )

  it.effect("names the variable that allows a private address, and the processes that need it", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* (yield* Receivers).forbid(url)
      const { code, error } = yield* operate(["webhook", "set", ...of(id), "--url", url])
      assert.strictEqual(code, 2)
      assert.include(error, "WEBHOOK_ALLOWED_CIDRS, set for this command and for the service, allows ranges of them")
    }).pipe(Effect.provide(world))
  )
})

describe("parley delivery", () => {
  it.effect("lists, shows and replays deliveries", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      assert.strictEqual((yield* operate(["webhook", "test", ...of(id)])).code, 3)
      yield* operated(AnyFields, ["webhook", "set", ...of(id), "--url", url])
      const { eventId } = yield* operated(Schema.Struct({ eventId: Schema.String }), ["webhook", "test", ...of(id)])

      const list = yield* operated(AnyFields, ["delivery", "list", ...of(id), "--status", "pending"])
      const Row = Schema.Struct({ id: Schema.String, event: Schema.String, attempts: Schema.Int })
      const [row] = yield* Schema.decodeUnknownEffect(Schema.Array(Row))(list["deliveries"])
      assert.deepStrictEqual(row, { id: eventId, event: "webhook.test", attempts: 0 })
      assert.deepInclude(list, { hasMore: false, page: 1, total: 1 })
      assert.deepInclude(yield* operated(AnyFields, ["delivery", "show", ...of(id), "--id", eventId]), {
        id: eventId,
        status: "pending",
        attempts: []
      })
      yield* operated(AnyFields, ["delivery", "replay", ...of(id), "--id", eventId])
      const range = ["delivery", "replay", ...of(id), "--since", "1969-12-31T00:00:00Z"]
      assert.deepStrictEqual({ ...(yield* operated(AnyFields, range)) }, { replayed: 1 })
    }).pipe(Effect.provide(world))
  )

  it.effect("names the missing delivery", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const unknown = yield* uuid
      assert.strictEqual((yield* operate(["delivery", "show", ...of(id), "--id", unknown])).code, 3)
      assert.strictEqual((yield* operate(["delivery", "replay", ...of(id)])).code, 2)
      const both = ["delivery", "replay", ...of(id), "--id", unknown, "--since", "2026-01-01T00:00:00Z"]
      assert.strictEqual((yield* operate(both)).code, 2)
      assert.strictEqual((yield* operate(["delivery", "list", ...of(id), "--page", "0"])).code, 2)
    }).pipe(Effect.provide(world))
  )
})

describe("parley message send", () => {
  it.effect("sends a template and shows its events", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id)
      const sent = yield* operated(AnyFields, [
        "message",
        "send",
        ...of(id),
        "--to",
        "15551234567",
        "--template",
        "hello_world"
      ])
      assert.include(sent, { status: "sent", channel: "whatsapp" })
      yield* TestClock.adjust("1 minute")
      const { printed } = yield* operateInWords([
        "event",
        "tail",
        ...of(id),
        "--since",
        "1969-12-31T00:00:00Z",
        "--once",
        "--events",
        "message.sent",
        "--json"
      ])
      const Line = Schema.fromJsonString(Schema.Struct({ event: Schema.String, data: AnyFields }))
      const line = yield* Schema.decodeUnknownEffect(Line)(printed)
      assert.strictEqual(line.event, "message.sent")
      assert.strictEqual(line.data["message_id"], sent["platformMessageId"])
    }).pipe(Effect.provide(world))
  )

  it.effect("message send: --from selects the number, and a wrong one lists the sending numbers", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id, { externalId: "1", displayName: "+1 555-010-0001" })
      const second = yield* givenAccount(id, { externalId: "2", displayName: "+1 555-010-0002" })
      const send = ["message", "send", ...of(id), "--to", "15551234567", "--text", "Hello"]
      const sent = yield* operated(AnyFields, [...send, "--from", "+1 (555) 010-0002"])
      assert.include(sent, { status: "sent" })
      const { conversations } = yield* (yield* World).state
      assert.deepStrictEqual(
        conversations.map(({ channelAccountId }) => channelAccountId),
        [second.id]
      )
      const refused = yield* operate([...send, "--from", "3"])
      assert.strictEqual(refused.code, 2)
      assert.include(refused.error, "Give one of: +1 555-010-0001 (1), +1 555-010-0002 (2)")
    }).pipe(Effect.provide(world))
  )

  it.effect("prints why nothing was sent", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const send = (...args: ReadonlyArray<string>) => operate(["message", "send", ...of(id), ...args])
      const unconnected = yield* send("--to", "15551234567", "--text", "Hello")
      assert.strictEqual(unconnected.code, 3)
      assert.include(unconnected.error, "has connected no WhatsApp account. Nothing was sent")
      yield* givenAccount(id)
      assert.include((yield* send("--to", "nobody", "--text", "Hello")).error, "nobody is not a phone number")
      assert.strictEqual((yield* send("--to", "15551234567")).code, 2)
      assert.strictEqual((yield* send("--to", "15551234567", "--text", "Hello", "--template", "x")).code, 2)
      assert.strictEqual((yield* send("--channel", "messenger", "--to", "4711", "--template", "x")).code, 2)
    }).pipe(Effect.provide(world))
  )
})

describe("completions", () => {
  it.effect("are printed for a shell", () =>
    Effect.gen(function* () {
      const { code, printed } = yield* operateInWords(["--completions", "bash"])
      assert.strictEqual(code, 0)
      assert.match(printed, /complete .* parley/)
      assert.include(printed, "disconnect")
    }).pipe(Effect.provide(world))
  )
})

describe("wrong arguments", () => {
  it.effect("print a few lines that refer to the help", () =>
    Effect.gen(function* () {
      const ended = yield* operateInWords(["key", "create", "--name", "Shop"])
      assert.strictEqual(ended.code, 2)
      assert.strictEqual(ended.printed, "")
    }).pipe(Effect.provide(world))
  )
})
