import { Schema } from "effect"

/** An instant on the wire. */
export const timestamp = (description: string) =>
  Schema.String.annotate({ description: `${description}: ISO 8601, UTC, with milliseconds`, format: "date-time" })
