import { Context, type Effect } from "effect"

/** Whether the service can do its work now. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** What stands in the way, for operators; null when nothing does. */
    readonly obstacle: Effect.Effect<string | null>
  }
>()("effect-parley/ports/Readiness") {}
