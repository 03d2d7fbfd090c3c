import { Context } from "effect"

/** Whether the database answers, for requests that must not wait for it longer than a caller does. */
export interface Availability {
  readonly isLost: () => boolean
  /** Calls back when the database stops to answer, once; gives what ends that. */
  readonly watch: (onLost: () => void) => () => void
}

const always: Availability = { isLost: () => false, watch: () => () => undefined }

/** A database in this process is always there. */
export const Availability = Context.Reference<Availability>("effect-parley/ports/Availability", {
  defaultValue: () => always
})
