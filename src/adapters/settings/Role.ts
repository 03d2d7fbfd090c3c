import { Config, Effect, Option, Schema } from "effect"
import type { Settings } from "./Settings.ts"

/**
 * What a process does of the service (contract C211). `api` answers both interfaces and the development identity
 * provider. `inbound` takes webhooks of the platforms and processes them. `worker` delivers events, downloads media,
 * looks up profiles, gives up lost sends and deletes expired data.
 */
export const Role = Schema.Literals(["api", "worker", "inbound"])
export type Role = typeof Role.Type

/** Every role. */
export const allRoles = Role.literals

/** The roles of this process, separated by commas. Absent: all. */
export const roles = Config.Array(Schema.Trim.pipe(Schema.decodeTo(Role)), "PARLEY_ROLES").pipe(
  Config.withDefault<ReadonlyArray<Role>>(allRoles)
)

/** Whether a process with these roles receives requests and therefore listens. */
export const hasRoutes = (roles: ReadonlyArray<Role>): boolean => roles.includes("api") || roles.includes("inbound")

/** The process omits a role, but no other process can share its database or its platform. */
export class RolesRefused extends Schema.TaggedError<RolesRefused>()("RolesRefused", {
  variable: Schema.Literals(["DATABASE_URL", "GRAPH_URL"])
}) {
  override get message() {
    const reason = {
      DATABASE_URL: "the embedded database serves one process. Set DATABASE_URL to a Postgres server",
      GRAPH_URL: "demo mode runs in one process. Set GRAPH_URL to the platform"
    }
    return `PARLEY_ROLES leaves out a role, but ${reason[this.variable]}, or unset PARLEY_ROLES`
  }
}

/** Fails if the process omits a role and no other process can take it. */
export const checkRoles = (
  settings: Pick<Settings, "databaseUrl" | "graphUrl" | "roles">
): Effect.Effect<void, RolesRefused> => {
  if (allRoles.every((role) => settings.roles.includes(role))) return Effect.void
  if (Option.isNone(settings.databaseUrl)) return Effect.fail(new RolesRefused({ variable: "DATABASE_URL" }))
  return Option.isNone(settings.graphUrl) ? Effect.fail(new RolesRefused({ variable: "GRAPH_URL" })) : Effect.void
}
