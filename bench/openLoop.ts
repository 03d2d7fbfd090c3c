import { Effect } from "effect"
import type { Pool } from "undici"
import { Answer, type Call } from "./callers.ts"

/** How often calls are begun, in milliseconds. */
const tick = 5

/** Most calls that wait for their answers. Of more, none is begun: what is behind by so much does not keep up. */
export const mostOpen = 2_000

export interface Answers {
  /** From the moment a call was due until it was answered, in milliseconds. */
  readonly took: ReadonlyArray<number>
  /** The same of those alone that were answered as expected. */
  readonly asExpected: ReadonlyArray<number>
  /** A status that was not expected, if there was one. */
  readonly wrong: number | null
}

/**
 * Makes so many calls a second for so long, however slow the answers are, as long as not too many of them are open, and
 * waits for all of them.
 */
export const openLoop = (
  pool: Pool,
  {
    callOf,
    expected,
    perSecond,
    seconds
  }: {
    readonly callOf: (ordinal: number) => Call
    readonly expected: number
    readonly perSecond: number
    readonly seconds: number
  }
) =>
  Effect.callback<Answers>((resume) => {
    const took: Array<number> = []
    const asExpected: Array<number> = []
    let wrong: number | null = null
    let begun = 0
    let isOver = false
    const start = performance.now()
    const callNext = (due: number) => {
      const { body, headers, method, path } = callOf(begun++)
      const answered = (status: number) => {
        took.push(performance.now() - due)
        if (status === expected) asExpected.push(performance.now() - due)
        else wrong = status
        if (isOver && took.length === begun) resume(Effect.succeed({ took, asExpected, wrong }))
      }
      pool.dispatch({ method, path, headers, body }, new Answer(answered))
    }
    let turn = 0
    const timer = setInterval(() => {
      const now = performance.now()
      const due = Math.floor((Math.min(now - start, seconds * 1_000) * perSecond) / 1_000)
      for (; turn < due; turn++) {
        if (begun - took.length < mostOpen) callNext(start + (turn * 1_000) / perSecond)
      }
      if (now - start < seconds * 1_000) return
      clearInterval(timer)
      isOver = true
      if (took.length === begun) resume(Effect.succeed({ took, asExpected, wrong }))
    }, tick)
    return Effect.sync(() => clearInterval(timer))
  })
