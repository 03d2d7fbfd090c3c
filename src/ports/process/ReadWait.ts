import { Context } from "effect"

/** How long reads wait for the database before they are begun. Who decides what to begin asks it. */
export interface ReadWait {
  /** For how many milliseconds the read has waited that has waited longest for a connection; 0 if none waits. */
  readonly longestMillis: () => number
}

const none: ReadWait = { longestMillis: () => 0 }

/** Reads of a database in this process wait for nothing but the process. */
export const ReadWait = Context.Reference<ReadWait>("effect-parley/ports/ReadWait", { defaultValue: () => none })
