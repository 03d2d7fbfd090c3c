import { Context, Effect, type Fiber } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateVerdict } from "../../../domain/limits/RateVerdict.ts"

/** Facts of a request, collected on its way for the log of its answer. Only its own fiber writes them. */
export interface Facts {
  /** What it is called in logs and answers. */
  readonly requestId: string
  /** The client's address, for log lines. */
  client: string
  /** The organization of the caller, for log lines. */
  callerOrganizationId: OrganizationId | null
  /** Whose request it is, when it is to be logged. */
  organizationId: OrganizationId | null
  /** Whether the log keeps what it is answered with. */
  isAnswerLogged: boolean
  /** The body, once it was read within its limits. */
  bodyText: string | null
  /** What it did to the allowance of its rate tier; null when it was not counted. */
  verdict: RateVerdict | null
  /** Seconds of `Retry-After`, where an endpoint names them. */
  retryAfterSeconds: number | null
}

/** Facts of which nothing is known yet. */
export const noFacts = (requestId: string, client: string): Facts => ({
  requestId,
  client,
  callerOrganizationId: null,
  organizationId: null,
  isAnswerLogged: true,
  bodyText: null,
  verdict: null,
  retryAfterSeconds: null
})

/** Of the request that the caller belongs to; null outside of one. */
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

/** Adds facts of the request. */
export const noteFacts = (more: Partial<Omit<Facts, "requestId">>): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const facts = fiber.getRef(RequestFacts)
    if (facts !== null) Object.assign(facts, more)
    return Effect.void
  })
