import { GlobalFlag } from "effect/cli"

/** Flags of every command. The wizard is omitted, because it would read secrets as plain arguments. */
export const builtIns = [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
