import { Clock, DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { RateVerdict } from "../../../domain/RateBucket.ts"
import type { RateTier } from "../../../domain/RateTier.ts"
import { ApiKeys } from "../../../ports/ApiKeys.ts"
import { RateLimits } from "../../../ports/RateLimits.ts"
import type { DirectAnswer, DirectRequest, DirectRoute } from "../direct/DirectRoute.ts"
import { rateHeaders } from "../rateTiers.ts"
import { failureAnswer } from "./failureAnswer.ts"
import type { Failure } from "./Failures.ts"
import { failOnDefects, tooMany, unauthorized } from "./guards.ts"
import { type Arrival, base, ipAddressOf, recordAnswered, statusOfCause } from "./requestLog.ts"

/** An endpoint of the contract that is answered directly when there is nothing about the request that it refuses. */
export interface DirectEndpoint<Input, R> {
  readonly method: "GET" | "POST"
  /** As the contract has it, below the prefix of the interface. */
  readonly path: `/v1/${string}`
  readonly tier: RateTier
  /** Of the answer when all goes well. */
  readonly status: number
  /** What is asked for, and the body as text; none when anything is not as the contract has it. */
  readonly read: (request: DirectRequest) => Option.Option<Asked<Input>>
  /** What the endpoint answers: JSON as it is, without a name that the log of requests would look for. */
  readonly answer: (organizationId: OrganizationId, input: Input) => Effect.Effect<unknown, Failure, R>
}

export interface Asked<Input> {
  readonly input: Input
  readonly bodyText: string | null
}

const answerOf = (failure: Failure, headers: DirectAnswer["headers"]): Effect.Effect<DirectAnswer> =>
  Effect.map(failureAnswer(failure), (answer) => ({ ...answer, headers }))

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

  // Frames of an effect are what takes the time here, so what goes well has one for all that follows.
  const respond = (organizationId: OrganizationId, input: Input, headers: DirectAnswer["headers"]) =>
    Effect.matchCauseEffect(answer(organizationId, input), {
      onSuccess: (body): Effect.Effect<DirectAnswer> => Effect.succeed({ status, headers, text: JSON.stringify(body) }),
      onFailure: (cause) =>
        Effect.catch(failOnDefects(Effect.failCause(cause)), (failure) => answerOf(failure, headers))
    })

  const answered = (
    organizationId: OrganizationId,
    verdict: RateVerdict | null,
    { bodyText, input }: Asked<Input>,
    arrival: Arrival
  ) => {
    const isOver = verdict?.isAllowed === false
    const headers = verdict === null ? {} : rateHeaders(verdict)
    const record = (status: number, text: string | null) =>
      recordAnswered(
        organizationId,
        arrival,
        // What is over the tier has not been read.
        { status, requestBody: isOver ? null : bodyText, isKnownJson: true, responseBody: text, hasPlainAnswer: true },
        clock.currentTimeMillisUnsafe()
      )
    return Effect.onExit(isOver ? answerOf(tooMany, headers) : respond(organizationId, input, headers), (exit) =>
      exit._tag === "Success"
        ? record(exit.value.status, exit.value.text)
        : Effect.flatMap(statusOfCause(exit.cause), (failed) => record(failed, null))
    )
  }

  const route: DirectRoute<Effect.Services<ReturnType<typeof answered>>> = {
    method,
    path: `${base}${path}`,
    begin: (request) => {
      const key = request.headers["x-api-key"]
      const asked = typeof key === "string" ? read(request) : Option.none()
      if (typeof key !== "string" || Option.isNone(asked)) return null
      const arrival: Arrival = {
        method,
        path,
        ipAddress: ipAddressOf(request.ipAddress),
        userAgent: request.headers["user-agent"] ?? "",
        at: DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
      }
      return Effect.flatMap(apiKeys.authenticate(key), (caller) => {
        if (Option.isNone(caller)) return answerOf(unauthorized, {})
        const { organizationId } = caller.value
        return Effect.flatMap(limits.take(organizationId, "developer", tier), (verdict) =>
          answered(organizationId, verdict, asked.value, arrival)
        )
      })
    }
  }
  return route
})
