import { useEffect, useMemo, useRef, useState } from "react"
import { type Failure, failureOf } from "../../api/Failure.ts"
import { useParley } from "../../api/Session.ts"
import { type CheckedRow, batchesOf } from "./importRows.ts"

/** A row that added no contact, with the reason of the service. */
export interface ServiceRefusal {
  readonly row: CheckedRow
  readonly error: string
}

/** Progress of an import. */
export interface ImportProgress {
  readonly state: "idle" | "running" | "waiting" | "failed" | "done"
  /** Rows that the service has answered. */
  readonly sent: number
  readonly added: number
  readonly refused: ReadonlyArray<ServiceRefusal>
  readonly failure: Failure | null
}

const idle: ImportProgress = { state: "idle", sent: 0, added: 0, refused: [], failure: null }

const second = 1_000

/** Seconds to wait after a refused pace that names no time. */
const usualWait = 10

/** Longest wait between two requests of an import, in seconds. A minute is the period of the rate. */
const longestWait = 90

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * second)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Imports rows in batches, one after the other. Each batch has an idempotency key, so that a repeated one adds nothing
 * twice. A refused pace is waited for. `start` continues a failed import where it stopped; leaving the page stops it.
 */
export const useImport = (
  rows: ReadonlyArray<CheckedRow>,
  defaultCountry: string
): readonly [ImportProgress, () => void] => {
  const parley = useParley()
  const [progress, setProgress] = useState(idle)
  const running = useRef<AbortController | null>(null)
  const next = useRef(0)
  const keys = useRef(new Map<number, string>())
  useEffect(() => () => running.current?.abort(), [])
  const batches = useMemo(() => batchesOf(rows), [rows])
  const keyOf = (index: number): string => {
    const key = keys.current.get(index) ?? crypto.randomUUID()
    keys.current.set(index, key)
    return key
  }
  const send = async (index: number, signal: AbortSignal): Promise<void> => {
    const batch = batches[index] ?? []
    const answer = await parley.bulk.import(
      { contacts: batch.map(({ item }) => item), ...(defaultCountry === "" ? {} : { defaultCountry }) },
      {},
      { idempotencyKey: keyOf(index), signal }
    )
    const refused = answer.errors.flatMap(({ error, index: at }) => {
      const row = batch[at]
      return row === undefined ? [] : [{ row, error }]
    })
    setProgress((before) => ({
      ...before,
      sent: before.sent + batch.length,
      added: before.added + answer.imported,
      refused: [...before.refused, ...refused]
    }))
  }
  const run = async (signal: AbortSignal): Promise<void> => {
    if (next.current >= batches.length) {
      setProgress((before) => ({ ...before, state: "done" }))
      return
    }
    setProgress((before) => ({ ...before, state: "running", failure: null }))
    const failure = await send(next.current, signal).then(() => null, failureOf)
    if (signal.aborted) return
    if (failure !== null && failure.status !== 429) {
      setProgress((before) => ({ ...before, state: "failed", failure }))
      return
    }
    if (failure === null) next.current += 1
    else {
      setProgress((before) => ({ ...before, state: "waiting" }))
      await wait(Math.min(failure.retryAfter ?? usualWait, longestWait), signal)
    }
    if (!signal.aborted) await run(signal)
  }
  const start = () => {
    running.current?.abort()
    running.current = new AbortController()
    void run(running.current.signal)
  }
  return [progress, start]
}
