import { type Duration, type Effect, Schema, type Scope } from "effect"
import type { BenchServer } from "./BenchServer.ts"
import type { Round } from "./Round.ts"
import type { NodeServices } from "@effect/platform-node"

/** A contender did something else than it was asked to, or lost something. Whatever its speed, it has no figures. */
export class WrongResult extends Schema.TaggedError<WrongResult>()("WrongResult", { reason: Schema.String }) {
  override get message() {
    return `wrong result: ${this.reason}`
  }
}

/** How much is done. */
export interface Size {
  /** A moment of everything, to see that it runs; the figures mean nothing. */
  readonly smoke: boolean
  readonly rounds: number
  readonly warmUps: number
  /** How long a round lasts, where it lasts for a time. */
  readonly seconds: number
}

export interface Contender<R> {
  readonly name: string
  readonly round: Effect.Effect<Round, unknown, R>
}

/** What the first contender has to reach: against another one, the ratio of the two; against none, the figure itself. */
export interface Target {
  readonly what: string
  readonly against: string | null
  /** The figure of a round that is compared. */
  readonly figure: keyof Round
  readonly must: { readonly atLeast: number } | { readonly atMost: number }
}

/** Contenders that take turns; ours is the first. */
export interface Contest<R> {
  readonly heading: string
  /** What `perSecond` counts. */
  readonly unit: string
  readonly contenders: ReadonlyArray<Contender<R>>
  readonly targets: ReadonlyArray<Target>
}

/** What each contender came to, round by round. */
export interface Outcome extends Omit<Contest<never>, "contenders"> {
  readonly results: ReadonlyArray<{ readonly name: string; readonly rounds: ReadonlyArray<Round> }>
  /** Said below the figures. */
  readonly notes: ReadonlyArray<string>
}

/** Something that is claimed, and how it is measured. */
export interface Comparison {
  readonly about: string
  /** The most that it takes, where it needs longer than others. */
  readonly bound?: Duration.Input
  readonly run: (
    size: Size
  ) => Effect.Effect<ReadonlyArray<Outcome>, unknown, BenchServer | NodeServices.NodeServices | Scope.Scope>
}
