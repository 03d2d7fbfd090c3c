import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { installedCommand, startInstalled } from "../support/installedCommand.ts"
import { demoFile, freePort, ready, temporaryFolder } from "../support/service.ts"

const root = join(import.meta.dirname, "../..")

describe("the installed command", () => {
  it.live(
    "tells about itself, serves the demo, and works on what the service has left",
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
          "listen",
          "emulator",
          "organization",
          "member",
          "key",
          "channel",
          "channels",
          "inbound"
        ]) {
          assert.match(helped.output, new RegExp(`^ +${name} `, "m"))
        }

        const service = yield* startInstalled(env)
        const url = `http://127.0.0.1:${env.PORT}`
        yield* ready(service, url)
        const { apiKey } = yield* demoFile(env.DATA_DIR)
        const headers = { "x-api-key": apiKey }
        const contacts = yield* Effect.promise(() => fetch(`${url}/api/developer/v1/contacts`, { headers }))
        assert.strictEqual(contacts.status, 200)
        const page = yield* Effect.promise(() => fetch(`${url}/api/developer/docs`).then((answer) => answer.text()))
        assert.include(page, "<html")
        assert.strictEqual(yield* service.stop, 0)

        const channels = yield* run("channels", "--json")
        assert.strictEqual(channels.code, 0, channels.output)
        assert.lengthOf(JSON.parse(channels.output).channels, 3)
      }).pipe(Effect.scoped),
    60_000
  )
})
