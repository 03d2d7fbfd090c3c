import type { FaultRule } from "../FaultRule.ts"

/** The faults of a report on its way to the app, combined if there are several. */
export interface Fate {
  /** Delay in milliseconds. */
  readonly delayMillis: number
  /** Later reports that precede this one, if they arrive within the time. */
  readonly behind: { readonly reports: number; readonly withinMillis: number } | null
  /** The report waits for others to share a webhook, up to this size or time. */
  readonly batch: { readonly size: number; readonly withinMillis: number } | null
  /** Whether the report has its own entry in a shared webhook. */
  readonly split: boolean
  /** Delays of repetitions after the webhook, in milliseconds. */
  readonly repeats: ReadonlyArray<number>
  /** The fault of the first attempt: the request is lost, or its answer is. The next attempt succeeds. */
  readonly spoiled: "lost" | "unanswered" | null
}

export const untouched: Fate = {
  delayMillis: 0,
  behind: null,
  batch: null,
  split: false,
  repeats: [],
  spoiled: null
}

/** The next number of a generator, from 0 to below 1. */
export type Draw = () => number

const between = (draw: Draw, min: number, max: number): number => min + Math.floor(draw() * (max - min + 1))

/** Adds the effect of a rule to a fate. */
const apply = (fate: Fate, { atMost, mode, withinMillis }: FaultRule, draw: Draw): Fate => {
  switch (mode) {
    case "delay":
      return { ...fate, delayMillis: fate.delayMillis + between(draw, 1, withinMillis ?? 2_000) }
    case "reorder":
      return { ...fate, behind: { reports: between(draw, 1, atMost ?? 3), withinMillis: withinMillis ?? 2_000 } }
    case "batch":
      return { ...fate, batch: { size: between(draw, 2, Math.max(2, atMost ?? 5)), withinMillis: withinMillis ?? 500 } }
    case "split":
      return { ...fate, split: true }
    case "duplicate": {
      const copies = Array.from({ length: between(draw, 1, atMost ?? 2) }, () =>
        draw() < 0.5 ? 0 : between(draw, 1, withinMillis ?? 2_000)
      )
      return { ...fate, repeats: [...fate.repeats, ...copies] }
    }
    case "redeliver":
      return { ...fate, spoiled: draw() < 0.5 ? "lost" : "unanswered" }
    default:
      return fate
  }
}

/** The combined effect of these rules on one report. */
export const drawFate = (rules: ReadonlyArray<FaultRule>, draw: Draw): Fate =>
  rules.reduce((fate, rule) => apply(fate, rule, draw), untouched)
