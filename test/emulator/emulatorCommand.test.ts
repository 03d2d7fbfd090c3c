import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Console, Deferred, Effect, Fiber, Schema } from "effect"
import { Command } from "effect/cli"
import { emulatorCommand } from "../../src/adapters/emulator/emulatorCommand.ts"
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
      const { graphUrl, ...accounts } = yield* printedBy("--page-name", "MyLife")
      assert.deepStrictEqual(accounts, {
        phoneNumberId: "100000000000001",
        displayPhoneNumber: "+1 555-010-0001",
        wabaId: "100000000000002",
        accessToken: "EMULATOR",
        pageId: "100000000000003",
        pageName: "MyLife",
        pageAccessToken: "EMULATOR_PAGE",
        instagramId: "100000000000004",
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
})
