import { Cause, Effect, type Exit, Option, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { hash } from "node:crypto"
import { type CallEnd, callOnce, CurrentCall, storeRefusal } from "../../../app/sends/callOnce.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { IdempotencyKey, KeyRefused, type KeyedCall } from "../../../domain/sends/IdempotencyKey.ts"
import { noteFacts, RequestFacts } from "../interfaces/RequestFacts.ts"
import { type PlainAnswer, bodyText } from "../interfaces/envelope.ts"
import { tierOf } from "../limits/rateTiers.ts"
import { isOverloaded } from "../server/unlessLost.ts"

/** The header of the idempotency key. */
export const keyHeader = "idempotency-key"

const decodeKey = Schema.decodeUnknownOption(IdempotencyKey)

/** Parts of a request that identify a call. */
export interface CallParts {
  readonly method: string
  /** The path with its query, as received. */
  readonly url: string
  /** The member who calls. API keys of an organization are interchangeable: absent over the Developer interface. */
  readonly caller?: string
  /** The media type, where an endpoint reads several. */
  readonly mediaType?: string
  /** The body, or a digest of it. */
  readonly body: string
}

/** The call with this key. None if the header is no key. */
export const keyedCall = (
  api: KeyedCall["api"],
  key: string,
  { body, caller = "", mediaType = "", method, url }: CallParts
): Option.Option<KeyedCall> =>
  Option.map(decodeKey(key), (decoded) => ({
    api,
    key: decoded,
    fingerprint: hash("sha256", [method, url, caller, mediaType, body].join("\n"), "base64url")
  }))

/** Statuses of refusals that are stored. The other refusals depend on the body, the caller or the time. */
const finalRefusals: ReadonlySet<number> = new Set([404, 409])

/** Whether repetitions of the call receive the same response (contract: Which answers are stored). */
const isFinal = (status: number): boolean => (status >= 200 && status < 300) || finalRefusals.has(status)

/** Whether the request failed before it had an effect. */
const nothingDone = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.every((reason) => Cause.isFailReason(reason) || (Cause.isDieReason(reason) && isOverloaded(reason.defect)))

const endOf = (exit: Exit.Exit<PlainAnswer, unknown>): CallEnd => {
  if (exit._tag === "Failure") return nothingDone(exit.cause) ? "nothing done" : "unknown"
  const { status, text: body } = exit.value
  return isFinal(status) ? { status, body } : "nothing done"
}

/** Answers a send with a key. The record of the send answers repetitions, so only refusals are stored. */
export const answerSend = <E, R>(
  organizationId: OrganizationId,
  call: KeyedCall,
  send: Effect.Effect<PlainAnswer, E, R>
) =>
  send.pipe(
    Effect.provideService(CurrentCall, { ...call, onReplay: noteFacts({ keyOutcome: "replayed" }) }),
    Effect.tap(({ status, text: body }) =>
      finalRefusals.has(status)
        ? Effect.flatMap(RequestFacts, (facts) =>
            facts?.keyOutcome == null ? storeRefusal(organizationId, call, { status, body }) : Effect.void
          )
        : Effect.void
    )
  )

/** The caller of a request with a key, and the interface. */
export interface KeyCaller extends Pick<CallParts, "caller"> {
  readonly api: KeyedCall["api"]
  readonly organizationId: OrganizationId
  /** Encodes the failures of the interface. */
  readonly encode: (failure: unknown) => Effect.Effect<PlainAnswer> | null
}

/** The parts of a request that were read. */
export interface ReadRequest extends Pick<CallParts, "mediaType" | "body"> {
  readonly isSend: boolean
}

const responseOf = ({ status, text }: PlainAnswer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(text, { status, contentType: "application/json" })

/** A response or failure of the interface as a plain answer. An undecodable request stays a failure. */
const plainAnswer = <E, R>(
  response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  encode: KeyCaller["encode"]
): Effect.Effect<PlainAnswer, E, R> =>
  response.pipe(
    Effect.map((answered) => ({ status: answered.status, text: bodyText(answered) ?? "" })),
    Effect.catch((failure) => encode(failure) ?? Effect.fail(failure))
  )

/**
 * Answers a request once per key (contract: Idempotency keys). Fails if the key is invalid or belongs to an earlier
 * call. A request without a key costs nothing more.
 */
export const onceByKey = <E, R, E2, R2>(
  { api, caller = "", encode, organizationId }: KeyCaller,
  read: Effect.Effect<ReadRequest, E2, R2>,
  response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method, url }) => {
    const key = headers[keyHeader]
    if (key === undefined) return response
    return Effect.gen(function* () {
      const { isSend, ...content } = yield* read
      const call = keyedCall(api, key, { ...content, method, url, caller })
      if (Option.isNone(call)) return yield* new KeyRefused({ reason: "invalid" })
      const answer = plainAnswer(response, encode)
      return responseOf(
        yield* isSend
          ? answerSend(organizationId, call.value, answer)
          : callOnce(organizationId, call.value, answer, endOf)
      )
    })
  })

const readSendAt = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ sendAt: Schema.optionalKey(Schema.Unknown) }))
)

/** Whether a send is scheduled: nothing is sent by the call, so the key is taken before the work. */
const isScheduled = (body: string): boolean =>
  Option.exists(readSendAt(body), ({ sendAt }) => (sendAt ?? null) !== null)

/** The request of an endpoint, with the body that was read before; empty for an endpoint without a body. */
export const readRequest = (endpoint: HttpApiEndpoint.Top) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(endpoint.payload.size === 0 ? Effect.succeed("") : Effect.orDie(request.text), (body): ReadRequest => ({
      body,
      isSend: tierOf(endpoint) === "messaging" && !isScheduled(body)
    }))
  )
