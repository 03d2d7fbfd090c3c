import { Effect, Option, Schema } from "effect"
import { type Settings, allRoles } from "./Settings.ts"

/** Demo mode with an emulator, or production against a platform. */
export type RunMode = { readonly _tag: "Demo" } | { readonly _tag: "Production"; readonly graphUrl: string }

/** Demo mode has no platform. */
export class DemoRefused extends Schema.TaggedError<DemoRefused>()("DemoRefused", { graphUrl: Schema.String }) {
  override get message() {
    return `GRAPH_URL is ${this.graphUrl}, and demo mode has no platform. Unset GRAPH_URL, or run \`parley serve\` without DEMO`
  }
}

/** Settings of production without the address of the platform. */
export class PlatformMissing extends Schema.TaggedError<PlatformMissing>()("PlatformMissing", {
  setting: Schema.Literals(["DATABASE_URL", "SECRETS_KEY", "NODE_ENV=production"])
}) {
  override get message() {
    return `${this.setting} is set, and GRAPH_URL is not. Set GRAPH_URL=https://graph.facebook.com, or set DEMO=1 for the demo`
  }
}

/** No setting selects a mode. */
export class ModeMissing extends Schema.TaggedError<ModeMissing>()("ModeMissing", {}) {
  override get message() {
    return `Nothing was started: no setting selects the demo or production
For the demo, run \`parley demo\` (in a clone: \`npm run demo\`)
For production, set GRAPH_URL=https://graph.facebook.com and the variables of docs/deployment.md; \`parley serve --help\` lists all`
  }
}

type ModeSettings = Pick<Settings, "databaseUrl" | "demo" | "graphUrl" | "nodeEnv" | "secretsKeys">

/** The setting that belongs to production; null if there is none. */
const productionSetting = ({ databaseUrl, nodeEnv, secretsKeys }: ModeSettings): PlatformMissing["setting"] | null => {
  if (Option.isSome(databaseUrl)) return "DATABASE_URL"
  if (Option.isSome(secretsKeys)) return "SECRETS_KEY"
  return Option.contains(nodeEnv, "production") ? "NODE_ENV=production" : null
}

/** Selects the mode of a service. Demo mode never starts unless `DEMO=1` or `parley demo` requests it. */
export const runModeOf = (
  settings: ModeSettings
): Effect.Effect<RunMode, DemoRefused | ModeMissing | PlatformMissing> => {
  const { demo, graphUrl } = settings
  if (Option.isSome(graphUrl)) {
    return demo
      ? Effect.fail(new DemoRefused({ graphUrl: graphUrl.value }))
      : Effect.succeed({ _tag: "Production", graphUrl: graphUrl.value })
  }
  if (demo) return Effect.succeed({ _tag: "Demo" })
  const setting = productionSetting(settings)
  return Effect.fail(setting === null ? new ModeMissing() : new PlatformMissing({ setting }))
}

/** Selects the mode of an operator command. Without any setting it acts on the demo of the data folder. */
export const commandModeOf = (settings: ModeSettings): Effect.Effect<RunMode, DemoRefused | PlatformMissing> =>
  Effect.catchTag(runModeOf(settings), "ModeMissing", () => Effect.succeed<RunMode>({ _tag: "Demo" }))

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
