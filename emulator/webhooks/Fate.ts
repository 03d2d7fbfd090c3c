import type { FaultRule } from "../FaultRule.ts"

/** What the fault script does to a report on its way to the app; all of it together when there is more than one. */
export interface Fate {
  /** How much later it comes. */
  readonly delayMillis: number
  /** Later reports that come before it, when they do within the time. */
  readonly behind: { readonly reports: number; readonly withinMillis: number } | null
  /** It waits for others to come with in one webhook, until there are so many or the time is over. */
  readonly batch: { readonly size: number; readonly withinMillis: number } | null
  /** It stands in an entry of its own, whatever comes with it. */
  readonly split: boolean
  /** How long after the webhook the same one comes again, each time. */
  readonly repeats: ReadonlyArray<number>
  /** The first attempt never arrives, or arrives and what the app answers is not heard; the next one is heard. */
  readonly spoiled: "lost" | "unheard" | null
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

/** Adds to a fate what a rule does. */
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
      return { ...fate, spoiled: draw() < 0.5 ? "lost" : "unheard" }
    default:
      return fate
  }
}

/** What all these rules do to one report. */
export const drawFate = (rules: ReadonlyArray<FaultRule>, draw: Draw): Fate =>
  rules.reduce((fate, rule) => apply(fate, rule, draw), untouched)
