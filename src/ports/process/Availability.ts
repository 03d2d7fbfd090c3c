import { Context } from "effect"

/** Whether the database answers, for requests that must not wait for it longer than a caller does. */
export interface Availability {
  /** Whether the database does not answer now. */
  readonly isLost: () => boolean
  /** Calls back when the database stops to answer, once; gives what ends that. */
  readonly watch: (onLost: () => void) => () => void
}

const always: Availability = { isLost: () => false, watch: () => () => undefined }

/** A database in this process is always there. */
export const Availability = Context.Reference<Availability>("effect-parley/ports/Availability", {
  defaultValue: () => always
})

/**
 * The codes (SQLSTATE) by which a server says that it cannot serve any request: no disk, memory or connection left,
 * stopping or starting, an error of the system, read-only as a standby or after a failover.
 */
const serverFaults = /^(?:53|57P|58|25006$)/

/** Whether a code of Postgres says that the server is at fault, not the statement. */
export const isServerFault = (code: string): boolean => serverFaults.test(code)
