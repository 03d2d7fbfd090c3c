import { Effect, Option, Schema } from "effect"
import type { Settings } from "./Settings.ts"

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
