import { Cause, Effect, Exit, Match, Redacted, Result, type Schema } from "effect"
import {
  codeLabel,
  type PlatformFailure,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { metered } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { GraphAgent } from "../../outbound/GraphAgent.ts"
import type { HttpCall, StreamedBody } from "../../outbound/HttpCall.ts"
import type { HttpFailure } from "../../outbound/HttpFailure.ts"
import { userAgent } from "../../outbound/userAgent.ts"
import { reader } from "./GraphAnswer.ts"
import type { MultipartForm } from "./multipartForm.ts"
import { TokenHealth } from "./TokenHealth.ts"

/**
 * Removes the call's token from the failure. The platform repeats tokens that it cannot read (`Malformed access token
 * EAA…`), and its texts are shown, stored and logged.
 */
export const withoutToken = (token: Redacted.Redacted) => {
  const hide = (text: string): string => text.replaceAll(Redacted.value(token), "<token>")
  return Match.typeTags<PlatformFailure, PlatformFailure>()({
    PlatformRejected: ({ code, details, message, retryAfterSeconds, subcode, title }) =>
      new PlatformRejected({
        code,
        title: hide(title),
        message: hide(message),
        subcode,
        details: details === null ? null : hide(details),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
      }),
    PlatformNotReached: (failure) => failure,
    PlatformOutcomeUnknown: ({ detail, reason }) => new PlatformOutcomeUnknown({ reason, detail: hide(detail) })
  })
}

const outcomeOf = (exit: Exit.Exit<unknown, PlatformFailure>): readonly [outcome: string, code: string] => {
  if (Exit.isSuccess(exit)) return ["accepted", "none"]
  const [reason] = exit.cause.reasons
  if (reason === undefined || !Cause.isFailReason(reason)) return ["interrupted", "none"]
  return Match.valueTags(reason.error, {
    PlatformRejected: ({ code }): readonly [string, string] => ["rejected", codeLabel(code)],
    PlatformNotReached: (): readonly [string, string] => ["not_reached", "none"],
    PlatformOutcomeUnknown: ({ reason }): readonly [string, string] => [reason.replaceAll(" ", "_"), "none"]
  })
}

/** Measures a call. */
const measured = (method: HttpCall["method"]) =>
  metered<PlatformFailure>((meter, seconds, exit) => {
    const [outcome, code] = outcomeOf(exit)
    meter.record(metrics.graphCall, seconds, { method, outcome, code })
  })

const spans = {
  GET: spanned("Graph API GET", { kind: "client", attributes: { "http.request.method": "GET" } }),
  POST: spanned("Graph API POST", { kind: "client", attributes: { "http.request.method": "POST" } }),
  DELETE: spanned("Graph API DELETE", { kind: "client", attributes: { "http.request.method": "DELETE" } })
}

/** Measures and traces a call. The path has ids of people, so a span names only the method. */
const observed =
  (method: HttpCall["method"]) =>
  <A, R>(call: Effect.Effect<A, PlatformFailure, R>): Effect.Effect<A, PlatformFailure, R> =>
    measured(method)(spans[method](call))

/** Deadline of a call, below the usual client timeout of 30 seconds. */
const callDeadline = "20 seconds"

/** Deadline of a read: half of a call's, because a read may be retried once. */
const readDeadline = "10 seconds"

/** Deadline of an upload: a file of 100 MiB takes two minutes at 7 Mbit/s. */
const uploadDeadline = "2 minutes"

/** Maximum size of an answer. The longest page of templates, carousels with ten cards each, is smaller. */
const maxAnswerBytes = 4_194_304

/** The address and version of the Graph API. */
export interface GraphOptions {
  /** `https://graph.facebook.com`, or an emulator. */
  readonly graphUrl: string
  /** For example `v26.0`. */
  readonly version: string
}

/** Query parameters, not yet encoded. */
export type GraphParameters = Readonly<Record<string, string>>

type Request = Pick<HttpCall, "method"> & {
  readonly deadline: typeof callDeadline | typeof readDeadline | typeof uploadDeadline
  readonly from: ConnectedAccount
  /** `{id}` of an object or `{id}/{edge}`, encoded. */
  readonly path: string
  readonly body: { readonly json: Schema.Json } | MultipartForm | null
  /** Headers in place of the usual ones. */
  readonly headers?: HttpCall["headers"]
}

/** The media type and the encoded bytes of a body. */
const onWire = (body: Request["body"]): readonly [string | null, HttpCall["body"]] => {
  if (body === null) return [null, null]
  return "json" in body ? ["application/json", JSON.stringify(body.json)] : [body.contentType, body.body]
}

const explain =
  (deadline: string) =>
  (failure: HttpFailure): PlatformNotReached | PlatformOutcomeUnknown =>
    Match.valueTags(failure, {
      NotConnected: ({ detail, reason }) => new PlatformNotReached({ detail: `${reason}: ${detail}` }),
      DeadlinePassed: ({ sent }) =>
        sent
          ? new PlatformOutcomeUnknown({ reason: "no answer in time", detail: `no answer within ${deadline}` })
          : new PlatformNotReached({ detail: `no connection within ${deadline}` }),
      ConnectionLost: ({ detail }) => new PlatformOutcomeUnknown({ reason: "connection lost", detail }),
      AnswerUnreadable: ({ detail }) => new PlatformOutcomeUnknown({ reason: "answer unreadable", detail })
    })

const pathOf = (id: string, edge: string, parameters: GraphParameters = {}): string => {
  const query = new URLSearchParams(parameters).toString()
  return `${encodeURIComponent(id)}${edge === "" ? "" : `/${edge}`}${query === "" ? "" : `?${query}`}`
}

/**
 * The Graph API of all three channels on one of its hosts. Each call uses an account's token and goes to `{id}/{edge}`,
 * or to the object itself if the edge is empty. It returns the value that `accepted` decodes. Writes are never retried:
 * the platform has no idempotency. Answers update the health of the account's token.
 */
export const make = ({ graphUrl, version }: GraphOptions) =>
  Effect.gen(function* () {
    const agent = yield* GraphAgent
    const health = yield* TokenHealth
    const base = `${graphUrl.replace(/\/+$/, "")}/${version}`
    const call = <A>(accepted: Schema.ConstraintDecoder<A>) => {
      const read = reader(accepted)
      return ({ body, deadline, from, headers = {}, method, path }: Request) => {
        const [contentType, sent] = onWire(body)
        const untold = (failure: PlatformFailure) => withoutToken(from.token)(failure)
        const answered = agent
          .request({
            method,
            url: `${base}/${path}`,
            headers: {
              authorization: `Bearer ${Redacted.value(from.token)}`,
              ...(contentType === null ? {} : { "content-type": contentType }),
              "user-agent": userAgent,
              ...headers
            },
            body: sent,
            deadline,
            maxResponseBytes: maxAnswerBytes
          })
          .pipe(
            Effect.matchEffect({
              onFailure: (failure) => Effect.fail(untold(explain(deadline)(failure))),
              onSuccess: (answer) => Effect.fromResult(Result.mapError(read(answer), untold))
            })
          )
        return health.track(from, observed(method)(answered))
      }
    }

    return {
      post: <A>(accepted: Schema.ConstraintDecoder<A>) => {
        const request = call(accepted)
        return (from: ConnectedAccount, id: string, edge: string, body: Schema.Json) =>
          request({ method: "POST", from, path: pathOf(id, edge), body: { json: body }, deadline: callDeadline })
      },
      upload: <A>(accepted: Schema.ConstraintDecoder<A>) => {
        const request = call(accepted)
        return (from: ConnectedAccount, id: string, edge: string, form: MultipartForm) =>
          request({ method: "POST", from, path: pathOf(id, edge), body: form, deadline: uploadDeadline })
      },
      /** Uploads the bytes of a file into a session, whose id may have a query (platforms P3). */
      uploadBytes: <A>(accepted: Schema.ConstraintDecoder<A>) => {
        const request = call(accepted)
        return (from: ConnectedAccount, session: string, body: StreamedBody) => {
          const [id = "", query = ""] = session.split("?", 2)
          return request({
            method: "POST",
            from,
            path: `${encodeURIComponent(id)}${query === "" ? "" : `?${new URLSearchParams(query).toString()}`}`,
            body: { contentType: "application/octet-stream", body },
            headers: { authorization: `OAuth ${Redacted.value(from.token)}`, file_offset: "0" },
            deadline: uploadDeadline
          })
        }
      },
      delete: <A>(accepted: Schema.ConstraintDecoder<A>) => {
        const request = call(accepted)
        return (from: ConnectedAccount, id: string, edge: string, parameters: GraphParameters) =>
          request({ method: "DELETE", from, path: pathOf(id, edge, parameters), body: null, deadline: callDeadline })
      },
      /** Reads an object or edge, and retries once if the platform was not reached. */
      get: <A>(accepted: Schema.ConstraintDecoder<A>) => {
        const request = call(accepted)
        return (from: ConnectedAccount, id: string, edge: string, parameters: GraphParameters) =>
          request({
            method: "GET",
            from,
            path: pathOf(id, edge, parameters),
            body: null,
            deadline: readDeadline
          }).pipe(Effect.retry({ times: 1, while: ({ _tag }) => _tag === "PlatformNotReached" }))
      }
    }
  })

/** The Graph API on one of its hosts. */
export type GraphApi = Effect.Success<ReturnType<typeof make>>
