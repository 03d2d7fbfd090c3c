import { Context, type Effect, Layer } from "effect"
import { makeWakeSignal } from "./makeWakeSignal.ts"

/** Wakes the inbound worker of this process after deliveries are committed. */
export class InboundWakeSignal extends Context.Service<
  InboundWakeSignal,
  {
    readonly signal: Effect.Effect<void>
    /** Waits for the next signal; a signal since the last call counts. */
    readonly next: Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/InboundWakeSignal") {}

export const layer = Layer.effect(InboundWakeSignal, makeWakeSignal)
