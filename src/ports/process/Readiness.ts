import { Context, type Effect } from "effect"

/** Whether the service can do its work now. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** The reason why the process is not ready, for operators; null if it is ready. */
    readonly obstacle: Effect.Effect<string | null>
    /**
     * The ids of keys that stored secrets need and this process does not hold. The service is ready all the same: only
     * the webhooks and accounts of these secrets are disabled.
     */
    readonly missingKeys: Effect.Effect<ReadonlyArray<string>>
  }
>()("effect-parley/ports/Readiness") {}
