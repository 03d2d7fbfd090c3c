import { noteFacts } from "../shared/RequestFacts.ts"
import { type Cause, Clock, DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateTier } from "../../../domain/limits/RateTier.ts"
import { RateLimits } from "../../../ports/limits/RateLimits.ts"
import { ApiKeys } from "../../../ports/access/ApiKeys.ts"
import type { KeyedCall } from "../../../domain/sends/IdempotencyKey.ts"
import { AnsweredRequests } from "../server/answeredRequests.ts"
import { type Failure, suspended } from "../developer/Failures.ts"
import { encodeFailure, failOnDefects, tooMany, unauthorized } from "../developer/guards.ts"
import { type Arrival, base, recordAnswered, responseOfCause } from "../developer/requestLog.ts"
import { answerSendOnce } from "../idempotency/answerOnce.ts"
import { keyedCall, keyHeader } from "../idempotency/keyedCall.ts"
import type { EncodedFailure } from "../shared/encodedFailure.ts"
import { rateHeaders } from "../shared/rateTiers.ts"
import type { DirectAnswer, DirectRequest, DirectRoute } from "./DirectRoute.ts"

/** A failure as the contract answers it. */
const failureAnswer = (failure: Failure): Effect.Effect<EncodedFailure> => encodeFailure(failure) ?? Effect.die(failure)

/** An endpoint of the contract that is answered directly when there is nothing about the request that it refuses. */
export interface DirectEndpoint<Input, R> {
  readonly method: "GET" | "POST"
  /** As the contract has it, below the prefix of the interface. */
  readonly path: `/v1/${string}`
  readonly tier: RateTier
  /** Of the answer when all goes well. */
  readonly status: number
  /** The decoded request, and the body as text. None when the request does not follow the contract. */
  readonly read: (request: DirectRequest) => Option.Option<Asked<Input>>
  /** What the endpoint answers: JSON as it is, without a name that the log of requests would look for. */
  readonly answer: (organizationId: OrganizationId, input: Input) => Effect.Effect<unknown, Failure, R>
}

export interface Asked<Input> {
  readonly input: Input
  readonly bodyText: string | null
}

type Headers = DirectAnswer["headers"]

const answerOf = (failure: Failure, headers: Headers): Effect.Effect<DirectAnswer> =>
  Effect.map(failureAnswer(failure), (answer) => ({ ...answer, headers }))

/** The failure in the form of the contract. An interrupted request is not answered. */
const failed = (cause: Cause.Cause<Failure>, headers: Headers): Effect.Effect<DirectAnswer> =>
  Effect.catch(failOnDefects(Effect.failCause(cause)), (failure) => answerOf(failure, headers))

/** The endpoint with its guards: who calls, how fast they may, and the log of what they were answered. */
export const directRoute = Effect.fnUntraced(function* <Input, R>({
  answer,
  method,
  path,
  read,
  status,
  tier
}: DirectEndpoint<Input, R>) {
  const apiKeys = yield* ApiKeys
  const limits = yield* RateLimits
  const clock = yield* Clock.Clock
  const watched = yield* AnsweredRequests

  // Frames of an effect are what takes the time here, so what goes well has one for all that follows.
  const respond = (organizationId: OrganizationId, input: Input, headers: Headers) =>
    Effect.matchCauseEffect(answer(organizationId, input), {
      onSuccess: (body): Effect.Effect<DirectAnswer> => Effect.succeed({ status, headers, text: JSON.stringify(body) }),
      onFailure: (cause) => failed(cause, headers)
    })

  // A repetition gets the stored answer of the first call. Defects of the send are answered outside of that.
  const respondOnce = (organizationId: OrganizationId, input: Input, headers: Headers, call: KeyedCall) => {
    const send = Effect.matchEffect(answer(organizationId, input), {
      onSuccess: (body): Effect.Effect<DirectAnswer> => Effect.succeed({ status, headers, text: JSON.stringify(body) }),
      onFailure: (failure) => answerOf(failure, headers)
    })
    return Effect.matchCauseEffect(answerSendOnce(organizationId, call, send), {
      onSuccess: (once): Effect.Effect<DirectAnswer> =>
        Effect.succeed({ ...once, headers: { ...headers, ...once.headers } }),
      onFailure: (cause) => failed(cause, headers)
    })
  }

  const answered = (
    organizationId: OrganizationId,
    { bodyText, input }: Asked<Input>,
    arrival: Arrival,
    call: KeyedCall | null
  ) => {
    // The body of a request over the tier has not been read.
    let requestBody: string | null = null
    const counted = Effect.matchCauseEffect(limits.take(organizationId, "developer", tier), {
      onFailure: (cause) => failed(cause, {}),
      onSuccess: (verdict) => {
        const headers = verdict === null ? {} : rateHeaders(verdict)
        if (verdict?.isAllowed === false) return answerOf(tooMany, headers)
        requestBody = bodyText
        return call === null
          ? respond(organizationId, input, headers)
          : respondOnce(organizationId, input, headers, call)
      }
    })
    const record = (status: number, text: string | null) => {
      const recorded = { status, requestBody, isKnownJson: true, responseBody: text, hasPlainAnswer: true }
      return recordAnswered(organizationId, arrival, recorded, clock.currentTimeMillisUnsafe())
    }
    return Effect.onExit(counted, (exit) =>
      exit._tag === "Success"
        ? record(exit.value.status, exit.value.text)
        : Effect.flatMap(responseOfCause(exit.cause), ({ status }) => record(status, null))
    )
  }

  /** The call, if it has a key; the only direct POST is a send. None if the header is no key. */
  const callOf = ({ headers, url }: DirectRequest, { bodyText }: Asked<Input>): Option.Option<KeyedCall | null> => {
    const key = headers[keyHeader]
    if (method === "GET" || key === undefined) return Option.some(null)
    const parts = { method, url, caller: "", mediaType: "", body: bodyText ?? "" }
    return keyedCall("developer", String(key), parts)
  }

  const route: DirectRoute<Effect.Services<ReturnType<typeof answered>>> = {
    method,
    path: `${base}${path}`,
    begin: (request) => {
      const key = request.headers["x-api-key"]
      const asked = typeof key === "string" ? read(request) : Option.none()
      if (typeof key !== "string" || Option.isNone(asked)) return null
      const call = callOf(request, asked.value)
      if (Option.isNone(call)) return null
      const arrival: Arrival = {
        method,
        path,
        ipAddress: request.ipAddress,
        userAgent: request.headers["user-agent"] ?? "",
        at: DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
      }
      const authenticated = Effect.mapError(apiKeys.authenticate(key), suspended)
      return Effect.matchCauseEffect(authenticated, {
        onFailure: (cause) => failed(cause, {}),
        onSuccess: (caller) => {
          if (Option.isNone(caller)) return answerOf(unauthorized, {})
          watched?.note(request.source, caller.value)
          const { organizationId } = caller.value
          return Effect.andThen(
            noteFacts({ callerOrganizationId: organizationId }),
            answered(organizationId, asked.value, arrival, call.value)
          )
        }
      })
    }
  }
  return route
})
