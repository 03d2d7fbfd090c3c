/**
 * Decides which requests are begun when more come than can be answered (contract C180). A request waits for its turn of the
 * event loop, and its first read waits for a connection to the database. When neither wait was short for a while, requests
 * pile up: from then on each turn begins requests for a few milliseconds only, and none while reads wait for long. The
 * others are refused at once, at almost no cost, so that begun requests are answered in time. This is the rule of CoDel.
 */

/**
 * Requests of the two interfaces and of the identity provider, those of the platforms, and streams, which stay open. Others
 * are always begun.
 */
export type Admitted = "calls" | "webhooks" | "streams"

/** The stream of events (contract C230): it has no place among the calls that wait for an answer. */
export const streamPath = "/api/whatsapp/events/stream"

/** What a request to the path is admitted as; null if it always is. */
export const admittedAs = (path: string): Admitted | null => {
  if (path.startsWith("/webhooks/")) return "webhooks"
  if (path === streamPath) return "streams"
  return path.startsWith("/api/") || path.startsWith("/auth/") ? "calls" : null
}

/** What a request that comes now waits for, in milliseconds. */
export interface Waits {
  /** Since the turn of the event loop began. */
  readonly turnMillis: number
  /** Since the read was asked for that has waited longest for the database; 0 if none waits. */
  readonly readMillis: number
}

/** The waits, in milliseconds, above which no more requests are begun. */
export interface AdmissionBounds {
  /** When waits have been long for a while. */
  readonly target: Waits
  /** Before that: a burst is answered as long as it is one. */
  readonly burst: Waits
  /** Most requests that are begun and not answered. */
  readonly open: number
  /** A request beside fewer open ones is begun in any turn: so few are answered in time, however slow the machine is. */
  readonly fewOpen: number
}

/** Waits below these are short: then there is time. */
const shortWaits: Waits = { turnMillis: 20, readMillis: 20 }

/** Milliseconds without short waits after which there is more to do than can be done. */
const intervalMillis = 300

const callTarget: Waits = { turnMillis: 20, readMillis: 50 }
const callBurst: Waits = { turnMillis: 200, readMillis: 200 }

/**
 * Webhooks are taken first: they are refused when begun webhooks alone fill a turn. The platform repeats them.
 * Open calls are memory, some 50 KB each, and wait for the platform or the database. Open streams have half of the
 * connections that a process has.
 */
export const admissionBounds: Readonly<Record<Admitted, AdmissionBounds>> = {
  calls: { target: callTarget, burst: callBurst, open: 2_000, fewOpen: 128 },
  webhooks: {
    target: { turnMillis: 100, readMillis: 500 },
    burst: { turnMillis: 1_000, readMillis: 1_500 },
    open: 1_000,
    fewOpen: 128
  },
  streams: { target: callTarget, burst: callBurst, open: 5_000, fewOpen: 128 }
}

/** The latest instant, in milliseconds, at which the process had time. */
export interface AdmissionState {
  readonly hadTimeAt: number
}

const isWithin = ({ readMillis, turnMillis }: Waits, bound: Waits): boolean =>
  turnMillis <= bound.turnMillis && readMillis <= bound.readMillis

/** The state after a turn that ended with these waits. */
export const afterTurn = (state: AdmissionState, now: number, waits: Waits): AdmissionState =>
  isWithin(waits, shortWaits) ? { hadTimeAt: now } : state

/** Whether there has been more to do than can be done. */
export const isOverloaded = ({ hadTimeAt }: AdmissionState, now: number): boolean => now - hadTimeAt > intervalMillis

/** Whether a request is begun that would wait so long, beside so many that are open. */
export const isAdmitted = (
  { burst, fewOpen, open: mostOpen, target }: AdmissionBounds,
  state: AdmissionState,
  now: number,
  waits: Waits,
  open: number
): boolean => open < mostOpen && (open < fewOpen || isWithin(waits, isOverloaded(state, now) ? target : burst))
