import { Context, Effect, type Fiber } from "effect"
import type { AuditActor } from "../../../domain/access/AuditEntry.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateVerdict } from "../../../domain/limits/RateTier.ts"
import { CurrentAuthor } from "../../../ports/access/AuditLog.ts"

/** Facts of a request, collected for the log line of its response. Only its own fiber writes them. */
export interface Facts {
  /** The id in logs and answers. */
  requestId: string
  /** The client's address, for log lines. */
  client: string
  /** The organization of the caller, for log lines. */
  callerOrganizationId: OrganizationId | null
  /** The organization of a request that is logged. */
  organizationId: OrganizationId | null
  /** Whether the response body is logged. */
  isAnswerLogged: boolean
  /** The body, once it was read within its limits; null before. */
  bodyText: string | null
  /** The rate limit result; null if the request was not counted. */
  verdict: RateVerdict | null
  /** Seconds of `Retry-After`, if an endpoint sets them. */
  retryAfterSeconds: number | null
  /** Whether the idempotency key replayed an answer or refused the request; null if it did neither. */
  keyOutcome: "replayed" | "refused" | null
}

/** Initial facts of a request. */
export const noFacts = (requestId: string, client: string): Facts => ({
  requestId,
  client,
  callerOrganizationId: null,
  organizationId: null,
  isAnswerLogged: true,
  bodyText: null,
  verdict: null,
  retryAfterSeconds: null,
  keyOutcome: null
})

/** Facts of the current request; null outside a request. */
export const RequestFacts = Context.Reference<Facts | null>("effect-parley/http/RequestFacts", {
  defaultValue: () => null
})

/** Fields of the log lines of a request: the client's address, and the organization once the caller is known. */
export const requestFields = (fiber: Fiber.Fiber<unknown, unknown>): Readonly<Record<string, string>> => {
  const facts = fiber.getRef(RequestFacts)
  if (facts === null) return {}
  const { callerOrganizationId: organizationId, client } = facts
  return { ...(client === "" ? {} : { client }), ...(organizationId === null ? {} : { organizationId }) }
}

/** Runs the work of a request on behalf of this actor, for the audit log. */
export const authoredBy =
  (actor: AuditActor) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const client = fiber.getRef(RequestFacts)?.client ?? ""
      return Effect.provideService(work, CurrentAuthor, { actor, address: client === "" ? null : client })
    })

/** Adds facts of the request. */
export const noteFacts = (more: Partial<Omit<Facts, "requestId">>): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const facts = fiber.getRef(RequestFacts)
    if (facts !== null) Object.assign(facts, more)
    return Effect.void
  })
