import { Effect } from "effect"
import { inject } from "vitest"

/** Resources that all tests of a run share, see `globalSetup.ts`. Dies with the reason if it cannot be created. */
export const shared = (
  what: "server" | "server/migrated" | "oldest" | "oldest/migrated" | "embedded" | "command" | "delivering"
): Effect.Effect<string> =>
  Effect.promise(async (signal) => {
    const response = await fetch(`${inject("shared")}/${what}`, { signal })
    const text = await response.text()
    return response.ok ? text : Promise.reject(new Error(text))
  })
