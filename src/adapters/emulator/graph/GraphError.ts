import { Schema } from "effect"
import type { Channel } from "../../../domain/Channel.ts"
import { graphCode } from "./graphCodes.ts"

/** A refusal of the Graph API: everything of its body but the trace id, and the HTTP status it comes with. */
export class GraphError extends Schema.TaggedError<GraphError>()("GraphError", {
  httpStatus: Schema.Int,
  message: Schema.String,
  type: Schema.String,
  code: Schema.Int,
  subcode: Schema.NullOr(Schema.Int),
  details: Schema.NullOr(Schema.String),
  isTransient: Schema.Boolean
}) {}

/** How a refusal differs from what the platform always says with the code. */
export interface Specifics {
  /** The whole text, in place of `(#code) title`. */
  readonly message?: string
  readonly details?: string | undefined
  readonly subcode?: number | undefined
  readonly type?: "GraphMethodException" | "IGApiException"
  readonly httpStatus?: number
}

/** The refusal that the platform answers with the code. */
export const refusal = (code: number, specifics: Specifics = {}): GraphError => {
  const documented = graphCode(code)
  return new GraphError({
    httpStatus: specifics.httpStatus ?? documented.httpStatus,
    message: specifics.message ?? documented.message ?? `(#${code}) ${documented.title}`,
    type: specifics.type ?? documented.type,
    code,
    subcode: specifics.subcode ?? null,
    details: specifics.details ?? documented.details ?? null,
    isTransient: documented.isTransient ?? false
  })
}

/** Only WhatsApp's errors and errors about unknown paths carry details. */
const hasDetails = (channel: Channel | null): boolean => channel === null || channel === "whatsapp"

/** The body of the answer (platforms P6, P9). */
export const errorBody = (error: GraphError, traceId: string, channel: Channel | null): Schema.Json => ({
  error: {
    message: error.message,
    type: error.type,
    ...(error.isTransient ? { is_transient: true } : {}),
    code: error.code,
    ...(error.details === null || !hasDetails(channel)
      ? {}
      : { error_data: { messaging_product: "whatsapp", details: error.details } }),
    ...(error.subcode === null ? {} : { error_subcode: error.subcode }),
    fbtrace_id: traceId
  }
})

/** Nothing of that id, or nothing that the token may see, or not this way: the platform does not say which. */
export const unknownObject = (method: string, id: string): GraphError =>
  refusal(100, {
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to ` +
      "missing permissions, or does not support this operation. Please read the Graph API documentation at " +
      "https://developers.facebook.com/docs/graph-api",
    subcode: 33,
    type: "GraphMethodException"
  })

/** The object has no such edge, or the path no such version. */
export const unknownPath = (rest: string): GraphError => refusal(2500, { message: `Unknown path components: ${rest}` })
