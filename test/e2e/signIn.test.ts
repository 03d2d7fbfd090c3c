import { assert, describe, it } from "@effect/vitest"
import { GoTrueClient } from "@supabase/auth-js"
import { Effect } from "effect"
import { fillDataFolder } from "../support/database/embeddedDatabase.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { demoFile, freePort, ready, temporaryFolder } from "../support/processes/service.ts"

describe("signing in to the demo", () => {
  it.live(
    "accepts demo.json, survives a restart, and ends when the user signs out",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporaryFolder
        yield* fillDataFolder(dataDir)
        const env = {
          DEMO: "1",
          DATA_DIR: dataDir,
          PORT: String(yield* freePort),
          EMULATOR_PORT: String(yield* freePort)
        }
        const appUrl = `http://127.0.0.1:${env.PORT}`
        const service = yield* startInstalled(env)
        yield* ready(service, appUrl)
        const { authUrl, email, password, publicAppKey } = yield* demoFile(dataDir)
        const auth = new GoTrueClient({
          url: `${authUrl}/auth/v1`,
          headers: { apikey: publicAppKey },
          persistSession: false,
          autoRefreshToken: false,
          detectSessionInUrl: false
        })

        const signedIn = yield* Effect.promise(() => auth.signInWithPassword({ email, password }))
        assert.isNull(signedIn.error)
        assert.strictEqual((yield* Effect.promise(() => auth.getUser())).data.user?.email, email)
        assert.strictEqual(yield* service.stop, 0)

        const again = yield* startInstalled(env)
        yield* ready(again, appUrl)
        const refreshed = yield* Effect.promise(() => auth.refreshSession())
        assert.isNull(refreshed.error)
        assert.notStrictEqual(refreshed.data.session?.refresh_token, signedIn.data.session?.refresh_token)
        assert.isNull((yield* Effect.promise(() => auth.signOut())).error)
        const token = refreshed.data.session?.access_token ?? ""
        const after = yield* Effect.promise(() => auth.getUser(token))
        assert.strictEqual(after.error?.name, "AuthSessionMissingError")
        for (const text of [password, signedIn.data.session?.refresh_token ?? password, token]) {
          assert.notInclude(again.output(), text)
        }
      }).pipe(Effect.scoped),
    180_000
  )
})
