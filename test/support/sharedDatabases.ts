import { Effect } from "effect"
import { inject } from "vitest"

/** What all tests of a run share, see `globalSetup.ts`. Dies with the reason when it cannot be made. */
export const shared = (what: "server" | "embedded"): Effect.Effect<string> =>
  Effect.promise(async (signal) => {
    const response = await fetch(`${inject("databases")}/${what}`, { signal })
    const text = await response.text()
    return response.ok ? text : Promise.reject(new Error(text))
  })
