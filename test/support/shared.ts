import { Effect } from "effect"
import { inject } from "vitest"

/** What all tests of a run share, see `globalSetup.ts`. Dies with the reason when it cannot be made. */
export const shared = (
  what: "server" | "server/migrated" | "oldest" | "oldest/migrated" | "embedded" | "command" | "delivering"
): Effect.Effect<string> =>
  Effect.promise(async (signal) => {
    const response = await fetch(`${inject("shared")}/${what}`, { signal })
    const text = await response.text()
    return response.ok ? text : Promise.reject(new Error(text))
  })
