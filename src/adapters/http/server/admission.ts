/**
 * Selects the requests to admit under overload (contract: More requests than the process can answer). A request waits
 * for the event loop, and its first read waits for a database connection. If neither wait was short for a while, the
 * service is overloaded. Each turn then admits requests for a few milliseconds only, and none while reads wait long.
 * Other requests are rejected at once, at almost no cost, so that admitted requests finish in time. The algorithm is
 * CoDel.
 */

/**
 * Classes of requests: calls of the two interfaces and the identity provider, webhooks of the platforms, and long-lived
 * streams. All other requests are always admitted.
 */
export type Admitted = "calls" | "webhooks" | "streams"

/** Path of the event stream (contract: The stream of events), which is counted separately from calls. */
export const streamPath = "/api/whatsapp/events/stream"

/** Class of a request by its path; null if it is always admitted. */
export const admittedAs = (path: string): Admitted | null => {
  if (path.startsWith("/webhooks/")) return "webhooks"
  if (path === streamPath) return "streams"
  return path.startsWith("/api/") || path.startsWith("/auth/") ? "calls" : null
}

/** Wait times of a new request, in milliseconds. */
export interface Waits {
  /** Time since the current turn of the event loop began. */
  readonly turnMillis: number
  /** Age of the oldest read that waits for the database; 0 if none waits. */
  readonly readMillis: number
}

/** The waits above which no more requests are admitted. */
export interface AdmissionBounds {
  /** Limits under overload. */
  readonly target: Waits
  /** Limits otherwise, which admit short bursts. */
  readonly burst: Waits
  /** Maximum concurrent requests. */
  readonly open: number
  /** Below this number of open requests, every request is admitted regardless of waits. */
  readonly fewOpen: number
}

/** Waits at or below these values count as short. */
const shortWaits: Waits = { turnMillis: 20, readMillis: 20 }

/** Milliseconds without short waits after which the process is overloaded. */
const intervalMillis = 300

const callTarget: Waits = { turnMillis: 20, readMillis: 50 }
const callBurst: Waits = { turnMillis: 200, readMillis: 200 }

/**
 * Bounds per class. Webhooks have priority: they are rejected only when webhooks alone fill a turn. The platform repeats
 * rejected ones. An open call takes about 50 KB while it waits for the platform or the database. Streams may use half of
 * the connections of a process.
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

/** State of the admission. `hadTimeAt` is the latest time, in milliseconds, with short waits. */
export interface AdmissionState {
  readonly hadTimeAt: number
}

const isWithin = ({ readMillis, turnMillis }: Waits, bound: Waits): boolean =>
  turnMillis <= bound.turnMillis && readMillis <= bound.readMillis

/** The state after a turn that ended with these waits. */
export const afterTurn = (state: AdmissionState, now: number, waits: Waits): AdmissionState =>
  isWithin(waits, shortWaits) ? { hadTimeAt: now } : state

/** Whether the process is overloaded. */
export const isOverloaded = ({ hadTimeAt }: AdmissionState, now: number): boolean => now - hadTimeAt > intervalMillis

/** Whether to admit a request, given the current waits and the number of open requests. */
export const isAdmitted = (
  { burst, fewOpen, open: mostOpen, target }: AdmissionBounds,
  state: AdmissionState,
  now: number,
  waits: Waits,
  open: number
): boolean => open < mostOpen && (open < fewOpen || isWithin(waits, isOverloaded(state, now) ? target : burst))
