import { NodeRuntime } from "@effect/platform-node"
import { Config, Effect, type Scope } from "effect"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import type { IdSource } from "../../src/ports/process/IdSource.ts"
import { WrongResult } from "../Comparison.ts"

/** Makes this process the contender that the environment names, until it is told to end. */
export const runContender = (
  contenders: Readonly<Record<string, Effect.Effect<never, unknown, IdSource | Scope.Scope>>>
): void =>
  Config.String("CONTENDER").pipe(
    Effect.flatMap((name) => contenders[name] ?? new WrongResult({ reason: `there is no contender ${name}` })),
    Effect.provide(RandomIds.layer),
    Effect.scoped,
    NodeRuntime.runMain
  )
