import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import {
  type KeyedCall,
  maxKeyLength,
  type CallAnswered,
  type KeyRefused
} from "../../../domain/sends/IdempotencyKey.ts"
import { noteFacts } from "../interfaces/RequestFacts.ts"
import type { DocumentedFailure } from "../openapi/documented.ts"

/** A refusal by the key of a call. The Developer interface shows all fields, the Session interface the message. */
interface KeyRefusal {
  readonly message: string
  readonly code?: "IDEMPOTENCY_KEY_REUSED" | "REQUEST_IN_PROGRESS" | "OUTCOME_UNKNOWN"
  readonly fix: string
}

/** The refusals of a key (contract: Refusals of a key). */
const refusals = {
  invalid: {
    message: `Invalid header Idempotency-Key: Expected 1 to ${maxKeyLength} printable ASCII characters`,
    fix: "Send a random key such as a UUID, or leave the header out"
  },
  reused: {
    message: "The Idempotency-Key belongs to another request",
    code: "IDEMPOTENCY_KEY_REUSED",
    fix: "Give each request a key of its own, and repeat it with the same method, path and body"
  },
  "in progress": {
    message: "The first request with this Idempotency-Key is not finished",
    code: "REQUEST_IN_PROGRESS",
    fix: "Repeat the request after the time in Retry-After"
  },
  "outcome unknown": {
    message: "The outcome of the first request with this Idempotency-Key is unknown; nothing was done again",
    code: "OUTCOME_UNKNOWN",
    fix: "Look whether the request took effect; if not, repeat it with a new key"
  }
} as const satisfies Readonly<Record<KeyRefused["reason"], KeyRefusal>>

/** Seconds after which a caller may retry while a call is running. */
const retryAfterSeconds = 1

/** The failure type of an interface for each status. */
interface KeyFailures<Bad, Busy, Other> {
  readonly badRequest: (refusal: KeyRefusal) => Bad
  readonly conflict: (refusal: KeyRefusal) => Busy
  readonly unprocessable: (refusal: KeyRefusal) => Other
}

/** Maps the outcomes of a key to failures of an interface, for `Effect.catchTags`. */
export const keyFailures = <Bad, Busy, Other>({
  badRequest,
  conflict,
  unprocessable
}: KeyFailures<Bad, Busy, Other>) => ({
  KeyRefused: ({ reason }: KeyRefused): Effect.Effect<never, Bad | Busy | Other> => {
    if (reason === "invalid") return Effect.fail(badRequest(refusals.invalid))
    const facts = { keyOutcome: "refused", ...(reason === "in progress" && { retryAfterSeconds }) } as const
    const refused = reason === "reused" ? unprocessable(refusals.reused) : conflict(refusals[reason])
    return Effect.andThen(noteFacts(facts), Effect.fail(refused))
  },
  CallAnswered: ({ answer: { body, status } }: CallAnswered) =>
    Effect.as(
      noteFacts({ keyOutcome: "replayed" }),
      HttpServerResponse.text(body, { status, contentType: "application/json" })
    )
})

/** Documentation of the refusals for each POST of an interface. */
export const documentedKeyRefusals = (api: KeyedCall["api"]): ReadonlyArray<DocumentedFailure> =>
  (
    [
      ["invalid", 400, "The Idempotency-Key is not one"],
      ["in progress", 409, "The first request with the key is not finished; Retry-After says when to repeat this one"],
      ["outcome unknown", 409, "The outcome of the first request with the key is unknown"],
      ["reused", 422, "The key belongs to another request"]
    ] as const
  ).map(([name, status, when]) => {
    const refusal = refusals[name]
    const body = api !== "session" ? { success: false, ...refusal } : { success: false, error: refusal.message }
    return { status, when, body, method: "post" }
  })
