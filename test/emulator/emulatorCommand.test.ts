import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Console, Deferred, Effect, Fiber, FileSystem, Schema } from "effect"
import { Command } from "effect/cli"
import { TestClock } from "effect/testing"
import { emulatorCommand } from "../../emulator/emulatorCommand.ts"
import { masked } from "./platform.ts"

/** Runs the command until it has printed what it serves. */
const printedBy = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const printed = yield* Deferred.make<string>()
  const collecting: Console.Console = {
    ...(yield* Console.Console),
    log: (line) => {
      Deferred.doneUnsafe(printed, Effect.succeed(String(line)))
    }
  }
  const running = yield* Command.runWith(emulatorCommand, { version: "0.0.0" })(["--port", "0", ...args]).pipe(
    Effect.provideService(Console.Console, collecting),
    Effect.forkScoped
  )
  const line = yield* Effect.raceFirst(
    Deferred.await(printed),
    Effect.andThen(Fiber.join(running), Effect.die("the emulator ended"))
  )
  return Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))(line)
})

const post = Effect.fnUntraced(function* (url: string, token: string | undefined, body: unknown) {
  const response = yield* Effect.promise(() =>
    fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) })
  )
  return masked({ status: response.status, body: yield* Effect.promise(() => response.json()) }).body
})

describe("the emulator as a command", () => {
  it.effect("has an account on every channel, and prints them with their tokens", () =>
    Effect.gen(function* () {
      const { graphUrl, ...accounts } = yield* printedBy("--page-name", "MyLife", "--windows", "lenient")
      assert.deepStrictEqual(accounts, {
        phoneNumberId: "100000000000001",
        displayPhoneNumber: "+1 555-010-0001",
        wabaId: "100000000000002",
        accessToken: "EMULATOR",
        pageId: "100000000000003",
        pageName: "MyLife",
        pageAccessToken: "EMULATOR_PAGE",
        instagramId: "100000000000004",
        instagramLoginId: "200000000000004",
        instagramUsername: "emulated.account",
        instagramAccessToken: "EMULATOR_INSTAGRAM"
      })

      const hello = { recipient: { id: "4711" }, message: { text: "Hello" } }
      const { accessToken, instagramAccessToken, instagramId, pageAccessToken, pageId, phoneNumberId } = accounts
      assert.deepStrictEqual(yield* post(`${graphUrl}/${pageId}/messages`, pageAccessToken, hello), {
        recipient_id: "4711",
        message_id: "m_ID"
      })
      assert.deepStrictEqual(yield* post(`${graphUrl}/${instagramId}/messages`, instagramAccessToken, hello), {
        recipient_id: "4711",
        message_id: "aWdfID"
      })
      const text = { messaging_product: "whatsapp", to: "16505551234", text: { body: "Hello" } }
      assert.deepStrictEqual(yield* post(`${graphUrl}/${phoneNumberId}/messages`, accessToken, text), {
        messaging_product: "whatsapp",
        contacts: [{ input: "16505551234", wa_id: "16505551234" }],
        messages: [{ id: "wamid.ID" }]
      })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  /** The path of a file with this text. */
  const fileWith = Effect.fnUntraced(function* (text: string) {
    const fileSystem = yield* FileSystem.FileSystem
    const path = yield* fileSystem.makeTempFileScoped({ suffix: ".json" })
    yield* fileSystem.writeFileString(path, text)
    return path
  })

  it.effect("takes its faults from a file and its seed from a flag, and delivers by hand when it is told to", () =>
    Effect.gen(function* () {
      const path = yield* fileWith('{"seed":7,"rules":[{"on":"webhook","mode":"batch","probability":0.5}]}')
      const { graphUrl, ...accounts } = yield* printedBy("--faults", path, "--seed", "42", "--manual")
      assert.notProperty(accounts, "faults")
      const read = (what: string) => Effect.promise(async () => (await fetch(`${graphUrl}/_emulator/${what}`)).json())
      assert.deepStrictEqual(yield* read("faults"), {
        seed: 42,
        rules: [{ on: "webhook", mode: "batch", probability: 0.5 }]
      })

      const { accessToken, phoneNumberId } = accounts
      yield* post(`${graphUrl}/_emulator/webhook`, undefined, { url: "http://127.0.0.1:1/", appSecret: "app-secret" })
      const text = { messaging_product: "whatsapp", to: "16505551234", text: { body: "Hello" } }
      yield* post(`${graphUrl}/${phoneNumberId}/messages`, accessToken, text)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* read("deliveries"), { deliveries: [] })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("has statuses follow its sends", () =>
    Effect.gen(function* () {
      const { accessToken, graphUrl, phoneNumberId } = yield* printedBy("--seed", "42", "--windows", "lenient")
      const text = { messaging_product: "whatsapp", to: "16505551234", text: { body: "Hello" } }
      yield* post(`${graphUrl}/${phoneNumberId}/messages`, accessToken, text)
      const sends = yield* Effect.promise(async () => (await fetch(`${graphUrl}/_emulator/sends`)).text())
      assert.include(sends, '"outcomes":["sent","delivered","read"]')
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  /** Sends to somebody who never wrote; gives what the emulator knows of its sends. */
  const sent = (...args: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const { accessToken, graphUrl, phoneNumberId } = yield* printedBy(...args)
      const text = { messaging_product: "whatsapp", to: "16505551234", text: { body: "Hello" } }
      yield* post(`${graphUrl}/${phoneNumberId}/messages`, accessToken, text)
      return yield* Effect.promise(async () => (await fetch(`${graphUrl}/_emulator/sends`)).text())
    }).pipe(Effect.scoped)

  it.effect("fails what is sent to people who never wrote, unless EMULATOR_WINDOWS or a flag says otherwise", () =>
    Effect.gen(function* () {
      const lenient = ConfigProvider.layer(ConfigProvider.fromUnknown({ EMULATOR_WINDOWS: "lenient" }))
      assert.include(yield* sent(), '"outcomes":["failed"]')
      assert.include(yield* Effect.provide(sent(), lenient), '"outcomes":["sent","delivered","read"]')
      assert.include(yield* Effect.provide(sent("--windows", "strict"), lenient), '"outcomes":["failed"]')
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("knows in the folder DATA_DIR what it knew when it ended", () =>
    Effect.gen(function* () {
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const there = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: folder }))
      const first = yield* Effect.provide(sent(), there)
      const second = yield* Effect.provide(sent(), there)
      assert.include(second, first.slice(0, -2))
      assert.notInclude(yield* sent(), first.slice(0, -2))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect.each([
    ["{", "body: Expected a valid JSON string"],
    ['{"rules":[{"mode":"sync"}]}', "rules[0].code: is required when mode is sync"],
    ['{"rules":[{"mode":"echo","secret":1}]}', "rules[0].secret: Expected no excess property"]
  ] as const)("does not start with faults like %s, and says why", ([text, reason]) =>
    Effect.gen(function* () {
      const path = yield* fileWith(text)
      const running = Command.runWith(emulatorCommand, { version: "0.0.0" })(["--port", "0", "--faults", path])
      const error = yield* Effect.flip(running)
      assert.strictEqual(error instanceof Error && error.message, `Cannot use the faults in ${path}: ${reason}`)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
