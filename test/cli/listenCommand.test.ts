import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Console, DateTime, Deferred, Effect, Fiber, FileSystem, Layer } from "effect"
import { Command, TerminalCapabilities } from "effect/cli"
import { Agent, request } from "undici"
import { listenCommand } from "../../src/adapters/cli/listenCommand.ts"
import { SecretInput } from "../../src/adapters/cli/SecretInput.ts"
import { demoFolder, eventBody, fakeService, secret, signed, temporaryFolder, webhookWith } from "./listenHarness.ts"

const run = (args: ReadonlyArray<string>, dataDir: string, canColor = false) =>
  Command.runWith(listenCommand, { version: "0.0.0" })(args).pipe(
    Effect.provide([
      Layer.succeed(SecretInput, SecretInput.of({ ask: () => Effect.succeed("whsec_AAAA") })),
      ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DATA_DIR: dataDir } })),
      Layer.succeed(TerminalCapabilities.TerminalCapabilities, { canColor, canAnimate: false, canPrompt: false })
    ])
  )

/** Runs the command until it has printed its greeting; the lines it prints go on being collected. */
const listening = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  dataDir: string,
  { canColor = false, port = "0" } = {}
) {
  const lines: Array<string> = []
  const greeted = yield* Deferred.make<string>()
  const original = yield* Console.Console
  const collecting: Console.Console = {
    ...original,
    log: (line) => {
      lines.push(String(line))
      Deferred.doneUnsafe(greeted, Effect.succeed(String(line)))
    }
  }
  const fiber = yield* run(["--port", port, ...args], dataDir, canColor).pipe(
    Effect.provideService(Console.Console, collecting),
    Effect.forkScoped
  )
  const greeting = yield* Effect.raceFirst(
    Deferred.await(greeted),
    Effect.andThen(Fiber.join(fiber), Effect.die("ended"))
  )
  return { fiber, greeting, lines, port: /https:\/\/127\.0\.0\.1:(\d+)\//.exec(greeting)?.[1] }
})

/** Delivers as a client that trusts the certificate in the data folder and nothing else. */
const deliver = Effect.fnUntraced(function* (
  port: string | undefined,
  dataDir: string,
  headers: Record<string, string>
) {
  const ca = yield* (yield* FileSystem.FileSystem).readFileString(`${dataDir}/listen/certificate.pem`)
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ connect: { ca } })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const answer = yield* Effect.promise(() =>
    request(`https://127.0.0.1:${port}/`, { dispatcher: agent, method: "POST", headers, body: eventBody })
  )
  return answer.statusCode
})

/** TLS and the library that verifies know only the real time: nothing here depends on which it is. */
describe("parley listen", () => {
  it.live("refuses an unknown event type", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(["--port", "0", "--events", "message.recieved"], yield* temporaryFolder))
      assert.include(String(error), "There is no event type message.recieved. The types are message.received,")
    }).pipe(Effect.provide(NodeServices.layer), Effect.scoped)
  )

  it.live("receives from a client that trusts its certificate, with the secret of the service", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* fakeService(webhookWith(secret))
      const dataDir = yield* demoFolder(baseUrl)
      const { greeting, lines, port } = yield* listening([], dataDir)
      assert.include(greeting, `curl -sS ${baseUrl}/v1/webhooks`)
      assert.include(greeting, `NODE_EXTRA_CA_CERTS=${dataDir}/listen/certificate.pem`)

      const at = DateTime.toDateUtc(DateTime.startOf(yield* DateTime.now, "second"))
      assert.strictEqual(yield* deliver(port, dataDir, signed("e1", { at })), 204)
      assert.strictEqual(asked.length, 1)
      assert.match(lines[1] ?? "", /^\S+Z {2}message\.sent {2}e1 {2}signature ok {2}no X-Webhook-Secret\n/)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("responds as its flags say, in colours on a terminal, and verifies with --secret alone", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const flags = ["--fail", "1", "--status", "202", "--secret"]
      const { greeting, lines, port } = yield* listening(flags, dataDir, { canColor: true })
      assert.include(greeting, "(answers 500 to the first 1, then 202)")
      assert.strictEqual(yield* deliver(port, dataDir, signed("e1")), 500)
      assert.strictEqual(yield* deliver(port, dataDir, {}), 202)
      assert.strictEqual(lines.length, 3)
      assert.include(lines[1], "\u001b[31msignature WRONG: message timestamp too")
      assert.include(lines[2], "\u001b[33munsigned\u001b[0m")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("prints the remedy before the first start of the service", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const { lines, port } = yield* listening([], dataDir)
      assert.strictEqual(yield* deliver(port, dataDir, {}), 204)
      assert.strictEqual(
        lines[1],
        `Signatures cannot be checked yet: ${dataDir}/demo.json is missing: start the service first (\`parley demo\`), or give --secret.\n`
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("ends if it is interrupted, and releases its port", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const { fiber, port } = yield* listening([], dataDir)
      yield* Fiber.interrupt(fiber)
      const again = yield* listening([], dataDir, { port: port ?? "" })
      assert.strictEqual(again.port, port)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  const refused: ReadonlyArray<readonly [flag: string, value: string, wanted: string]> = [
    ["--port", "65536", "a port number"],
    ["--status", "199", "a status from 200 to 599"],
    ["--status", "600", "a status from 200 to 599"],
    ["--fail", "-1", "a number of deliveries, 0 or more"]
  ]
  it.live.each(refused)("refuses %s %s, with the form %s in the message", ([flag, value, wanted]) =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const errors: Array<string> = []
      const original = yield* Console.Console
      const error = yield* Effect.flip(run([`${flag}=${value}`], dataDir)).pipe(
        Effect.provideService(Console.Console, {
          ...original,
          error: (line) => errors.push(String(line)),
          log: () => {}
        })
      )
      assert.strictEqual(error._tag, "ShowHelp")
      assert.include(errors.join("\n"), wanted)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
