import { type Topic, topics } from "./emulatorSchemas.ts"

/** Number of changes of each list since the page opened. */
export type Changed = Readonly<Record<Topic, number>>

export const unchanged: Changed = { threads: 0, deliveries: 0, ledger: 0, templates: 0, faults: 0 }

/** Counts after a poll. */
export const changedBy = (before: Changed, changed: ReadonlyArray<string>): Changed => {
  if (changed.length === 0) return before
  const after = { ...before }
  for (const topic of topics) if (changed.includes(topic)) after[topic] += 1
  return after
}
