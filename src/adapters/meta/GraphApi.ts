import { Effect, Match, Redacted, type Schema } from "effect"
import { PlatformNotReached, PlatformOutcomeUnknown } from "../../domain/PlatformError.ts"
import { GraphAgent } from "../network/GraphAgent.ts"
import type { HttpFailure } from "../network/HttpFailure.ts"
import { userAgent } from "../network/userAgent.ts"
import { reader } from "./GraphAnswer.ts"

/** How long the platform may take to answer: below what the caller's own client waits, as a rule 30 seconds. */
const callDeadline = "20 seconds"

/** More than the longest page of templates. */
const maxAnswerBytes = 1_048_576

export interface GraphOptions {
  /** `https://graph.facebook.com`, or an emulator. */
  readonly graphUrl: string
  /** `v23.0` */
  readonly version: string
}

const explain = (failure: HttpFailure): PlatformNotReached | PlatformOutcomeUnknown =>
  Match.valueTags(failure, {
    NotConnected: ({ detail, reason }) => new PlatformNotReached({ detail: `${reason}: ${detail}` }),
    DeadlinePassed: ({ sent }) =>
      sent
        ? new PlatformOutcomeUnknown({ reason: "no answer in time", detail: `no answer within ${callDeadline}` })
        : new PlatformNotReached({ detail: `no connection within ${callDeadline}` }),
    ConnectionLost: ({ detail }) => new PlatformOutcomeUnknown({ reason: "connection lost", detail }),
    AnswerUnreadable: ({ detail }) => new PlatformOutcomeUnknown({ reason: "answer unreadable", detail })
  })

/** The Graph API, which all three channels speak. Calls are made once: it knows no idempotency. */
export const make = ({ graphUrl, version }: GraphOptions) =>
  Effect.map(GraphAgent, (agent) => {
    const base = `${graphUrl.replace(/\/+$/, "")}/${version}`
    return {
      /** Posts to an edge of an object (`{id}/{edge}`), in the name of the token; gives back what `accepted` decodes. */
      post: <A>(accepted: Schema.ConstraintDecoder<A>) => {
        const read = reader(accepted)
        return (token: Redacted.Redacted, id: string, edge: string, body: Schema.Json) =>
          agent
            .request({
              method: "POST",
              url: `${base}/${encodeURIComponent(id)}/${edge}`,
              headers: {
                authorization: `Bearer ${Redacted.value(token)}`,
                "content-type": "application/json",
                "user-agent": userAgent
              },
              body: JSON.stringify(body),
              deadline: callDeadline,
              maxResponseBytes: maxAnswerBytes
            })
            .pipe(
              Effect.mapError(explain),
              Effect.flatMap((answer) => Effect.fromResult(read(answer)))
            )
      }
    }
  })
