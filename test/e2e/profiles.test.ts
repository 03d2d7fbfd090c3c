import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { join } from "node:path"
import { fillDataFolder } from "../support/database/embeddedDatabase.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { demoFile, freePort, ready, temporaryFolder } from "../support/processes/service.ts"

const Contacts = Schema.Struct({
  data: Schema.Struct({ contacts: Schema.Array(Schema.Struct({ name: Schema.String })) })
})

describe("inbound messages in the demo on Messenger and Instagram", () => {
  it.live(
    "add the names of the profiles to their contacts",
    () =>
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryFolder, "data")
        yield* fillDataFolder(dataDir)
        const env = {
          DEMO: "1",
          DATA_DIR: dataDir,
          PORT: String(yield* freePort),
          EMULATOR_PORT: String(yield* freePort)
        }
        const service = yield* startInstalled(env)
        yield* ready(service, `http://127.0.0.1:${env.PORT}`)
        const demo = yield* demoFile(dataDir)
        const says = (person: object) =>
          Effect.promise(async () => {
            const response = await fetch(`${demo.emulatorUrl}/_emulator/inbound`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ type: "text", text: "Hi", ...person })
            })
            assert.strictEqual(response.status, 200, await response.text())
          })
        yield* says({ channel: "messenger", from: "2711636948859886", name: "Ada Lovelace" })
        yield* says({ channel: "instagram", from: "17841400000000777", username: "grace.h" })

        const headers = { authorization: `Bearer ${demo.serviceRoleKey}`, "x-org-id": demo.orgId }
        const names = Effect.gen(function* () {
          const answer = yield* Effect.promise(async () => {
            const response = await fetch(`${demo.appUrl}/api/whatsapp/contacts`, { headers })
            return (await response.json()) as unknown
          })
          const { contacts } = (yield* Schema.decodeUnknownEffect(Contacts)(answer)).data
          const found = contacts.map(({ name }) => name).toSorted()
          return found.filter((name) => name !== "").length === 2 ? found : yield* Effect.fail("not yet" as const)
        }).pipe(Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 100 }))
        assert.deepStrictEqual(yield* names, ["Ada Lovelace", "grace.h"])
        assert.strictEqual(yield* service.stop, 0)
      }).pipe(Effect.scoped),
    180_000
  )
})
