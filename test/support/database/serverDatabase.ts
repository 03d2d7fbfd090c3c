import { Effect, type Scope } from "effect"
import { inject } from "vitest"
import { createDatabase } from "../servers/databases.ts"
import { shared } from "../shared.ts"

export { databaseName, maintain } from "../servers/databases.ts"

/** The server of this run and project: what `DATABASE_URL` names, else one of our own that the first question starts. */
export const serverUrl: Effect.Effect<string> = Effect.suspend(() => shared(inject("server")))

/**
 * A database of its own for one test or one file, gone with the scope, connections and all; gives its URL. `template`
 * is the URL of a database on the same server to copy, which nobody may be connected to meanwhile.
 */
export const serverDatabase = (
  options: { readonly template?: string } = {}
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.flatMap(serverUrl, (server) => createDatabase(server, options.template))

/** URL of a database with the tables of the service: a copy of one that the run migrates once, a fifth of the time. */
export const migratedDatabase: Effect.Effect<string, never, Scope.Scope> = Effect.suspend(() =>
  Effect.flatMap(shared(`${inject("server")}/migrated`), (template) => serverDatabase({ template }))
)
