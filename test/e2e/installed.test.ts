import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { installedCommand, startInstalled } from "../support/processes/installedCommand.ts"
import { demoFile, freePort, ready, temporaryFolder } from "../support/processes/service.ts"

const root = join(import.meta.dirname, "../..")

describe("the installed command", () => {
  it.live(
    "prints version and help, serves the demo, and works on its data",
    () =>
      Effect.gen(function* () {
        const script = yield* installedCommand
        const { bin, version } = JSON.parse(yield* Effect.promise(() => readFile(join(root, "package.json"), "utf8")))
        assert.isTrue(script.endsWith(bin.parley.slice(1)), "where the package says it is")

        const run = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
          const command = yield* startInstalled(env, args)
          return { code: yield* command.ended, output: command.output() }
        })
        const env = {
          DATA_DIR: yield* temporaryFolder,
          PORT: String(yield* freePort),
          EMULATOR_PORT: String(yield* freePort)
        }
        const told = yield* run("--version")
        assert.deepStrictEqual(told, { code: 0, output: `parley v${version}\n` })
        const helped = yield* run("--help")
        for (const name of [
          "serve",
          "demo",
          "emulator",
          "listen",
          "trigger",
          "organization",
          "member",
          "key",
          "channel",
          "webhook",
          "delivery",
          "event",
          "message",
          "inbound",
          "secrets",
          "migrate",
          "doctor"
        ]) {
          assert.match(helped.output, new RegExp(`^ +${name} `, "m"))
        }

        assert.match((yield* run("serve", "--help")).output, /^VARIABLES$[^]*^ {2}DATA_DIR \(set\)$/m)
        const wrong = yield* run("key", "create")
        assert.deepStrictEqual(wrong, {
          code: 2,
          output:
            "Missing required flag: --organization\nUsage: parley key create [flags]\nHelp:  parley key create --help\n"
        })

        const service = yield* startInstalled(env, ["demo"])
        const url = `http://127.0.0.1:${env.PORT}`
        yield* ready(service, url)
        const { apiKey } = yield* demoFile(env.DATA_DIR)
        const headers = { "x-api-key": apiKey }
        const contacts = yield* Effect.promise(() => fetch(`${url}/api/developer/v1/contacts`, { headers }))
        assert.strictEqual(contacts.status, 200)
        const page = yield* Effect.promise(() => fetch(`${url}/api/developer/docs`).then((answer) => answer.text()))
        assert.include(page, "<html")

        // Beside the running service, which has the database.
        const { orgId } = yield* demoFile(env.DATA_DIR)
        const triggered = yield* run("trigger", "conversation.closed", "--json")
        assert.strictEqual(triggered.code, 0, triggered.output)
        const tail = ["event", "tail", "--organization", orgId, "--since", "2020-01-01T00:00:00Z", "--once"]
        const happened = yield* run(...tail)
        for (const event of ["message.received", "contact.created", "conversation.opened", "conversation.closed"]) {
          assert.include(happened.output, event)
        }
        const added = yield* startInstalled(
          env,
          ["member", "add", "--organization", orgId, "--email", "ada@example.com", "--role", "agent"],
          "correct horse\n"
        )
        assert.strictEqual(yield* added.ended, 0, added.output())
        const examined = yield* run("doctor", "--json")
        assert.strictEqual(examined.code, 0, examined.output)
        assert.isTrue(JSON.parse(examined.output).findings.every(({ state }: { state: string }) => state !== "problem"))
        assert.strictEqual(yield* service.stop, 0)

        const channels = yield* run("channel", "list", "--json")
        assert.strictEqual(channels.code, 0, channels.output)
        assert.lengthOf(JSON.parse(channels.output).channels, 3)
      }).pipe(Effect.scoped),
    120_000
  )
})
