/**
 * Which requests are begun when more come than the process can answer (contract C180). The process does one thing at a
 * time, so a request waits for the turn of the event loop that it comes in. When no turn was short for a while, requests
 * pile up: from then on each turn begins requests for a few milliseconds only, and the others are refused at once, for
 * nearly nothing. So those that are begun are answered in time. This is the rule of CoDel, whose queue is the turn.
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

/** Milliseconds of a turn after which no more requests are begun. */
export interface AdmissionBounds {
  /** When turns have been long for a while. */
  readonly targetMillis: number
  /** Before that: a burst is answered as long as it is one. */
  readonly burstMillis: number
  /** Most requests that are begun and not answered. */
  readonly open: number
  /** A request beside fewer open ones is begun in any turn: so few are answered in time, however slow the machine is. */
  readonly fewOpen: number
}

/** Milliseconds below which a turn is short: then the process has time. */
export const shortTurnMillis = 20

/** Milliseconds without a short turn after which there is more to do than can be done. */
export const intervalMillis = 300

/**
 * Webhooks are taken first: they are refused when begun webhooks alone fill a turn. The platform repeats them.
 * Open calls are memory, some 50 KB each, and wait for the platform or the database. Open streams have half of the
 * connections that a process has.
 */
export const admissionBounds: Readonly<Record<Admitted, AdmissionBounds>> = {
  calls: { targetMillis: shortTurnMillis, burstMillis: 200, open: 2_000, fewOpen: 128 },
  webhooks: { targetMillis: 5 * shortTurnMillis, burstMillis: 1_000, open: 1_000, fewOpen: 128 },
  streams: { targetMillis: shortTurnMillis, burstMillis: 200, open: 5_000, fewOpen: 128 }
}

/** The latest instant, in milliseconds, at which the process had time. */
export interface AdmissionState {
  readonly hadTimeAt: number
}

/** The state after a turn of so many milliseconds. */
export const afterTurn = (state: AdmissionState, now: number, turnMillis: number): AdmissionState =>
  turnMillis < shortTurnMillis ? { hadTimeAt: now } : state

/** Whether there has been more to do than can be done. */
export const isOverloaded = ({ hadTimeAt }: AdmissionState, now: number): boolean => now - hadTimeAt > intervalMillis

/** Whether a request is begun in a turn that has lasted so many milliseconds, beside so many that are open. */
export const isAdmitted = (
  { burstMillis, fewOpen, open: mostOpen, targetMillis }: AdmissionBounds,
  state: AdmissionState,
  now: number,
  turnMillis: number,
  open: number
): boolean =>
  open < mostOpen && (open < fewOpen || turnMillis <= (isOverloaded(state, now) ? targetMillis : burstMillis))
