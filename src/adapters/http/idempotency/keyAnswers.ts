import type { KeyedCall } from "../../../domain/sends/IdempotencyKey.ts"
import type { KeyAnswer } from "../../../domain/sends/keyVerdict.ts"
import type { DirectAnswer } from "../fastpath/DirectRoute.ts"
import type { DocumentedFailure } from "../shared/documented.ts"
import { invalidKey, replayedHeader } from "./keyedCall.ts"

interface Refusal {
  readonly status: number
  readonly message: string
  /** What the Developer interface adds. */
  readonly code?: string
  readonly fix: string
}

/** The refusals of a key (contract C140). */
const keyRefusals = {
  Invalid: {
    status: 400,
    message: invalidKey,
    fix: "Send a random key such as a UUID, or leave the header out"
  },
  Reused: {
    status: 422,
    message: "The Idempotency-Key belongs to another request",
    code: "IDEMPOTENCY_KEY_REUSED",
    fix: "Give each request a key of its own, and repeat it with the same method, path and body"
  },
  Running: {
    status: 409,
    message: "The first request with this Idempotency-Key is not finished",
    code: "REQUEST_IN_PROGRESS",
    fix: "Repeat the request after the time in Retry-After"
  },
  Lost: {
    status: 409,
    message: "The outcome of the first request with this Idempotency-Key is unknown; nothing was done again",
    code: "OUTCOME_UNKNOWN",
    fix: "Look whether the request took effect; if not, repeat it with a new key"
  }
} as const satisfies Readonly<Record<string, Refusal>>

/** When a running call may have ended, in seconds. */
const retryAfterSeconds = 1

/** Headers of an answer that was given before. */
export const replayed = { [replayedHeader]: "true" }

/** The body of a refusal, in the envelope of the interface. */
const refusalBody = (api: KeyedCall["api"], { code, fix, message }: Refusal) =>
  api === "developer"
    ? { success: false, message, ...(code !== undefined && { code }), fix }
    : { success: false, error: message }

/** The answer to a header that is no key. */
export const refusedKey = (api: KeyedCall["api"]): DirectAnswer => ({
  status: keyRefusals.Invalid.status,
  headers: {},
  text: JSON.stringify(refusalBody(api, keyRefusals.Invalid))
})

/** The refusals as each POST of an interface documents them. */
export const documentedKeyRefusals = (api: KeyedCall["api"]): ReadonlyArray<DocumentedFailure> =>
  (
    [
      ["Invalid", "The Idempotency-Key is not one"],
      ["Running", "The first request with the key is not finished; Retry-After says when to repeat this one"],
      ["Lost", "The outcome of the first request with the key is unknown"],
      ["Reused", "The key belongs to another request"]
    ] as const
  ).map(([name, when]) => ({
    status: keyRefusals[name].status,
    when,
    body: refusalBody(api, keyRefusals[name]),
    method: "post"
  }))

/** What the key of a call answers, in the envelope of its interface. */
export const keyAnswer = (api: KeyedCall["api"], answer: KeyAnswer): DirectAnswer => {
  if (answer._tag === "Answered") return { status: answer.answer.status, headers: replayed, text: answer.answer.body }
  const refusal = keyRefusals[answer._tag]
  return {
    status: refusal.status,
    headers: answer._tag === "Running" ? { "retry-after": String(retryAfterSeconds) } : {},
    text: JSON.stringify(refusalBody(api, refusal))
  }
}
