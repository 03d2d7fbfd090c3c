import { Option, Schema } from "effect"
import { refusal } from "../openapi/documented.ts"
import { Text } from "./requestFields.ts"
import { invalidField } from "./Refusal.ts"

/** The query parameter of a list that continues from a position. */
export const afterQuery = {
  after: Schema.optionalKey(Text.annotate({ description: "nextAfter of the answer before" }))
}

/** Fields of an answer with a part of a list. */
export const continuationFields = {
  nextAfter: Schema.NullOr(Schema.String).annotate({ description: "Value of after for the rest; null at the end" }),
  hasMore: Schema.Boolean.annotate({ description: "Whether there are more" })
}

/** Values of the fields; null is the end of the list. */
export const continuation = (nextAfter: string | null) => ({ nextAfter, hasMore: nextAfter !== null })

/** A text that is no position of the list. */
export const positionUnknown = refusal(
  "The position to continue from is none of the list",
  invalidField("after", "Expected nextAfter of an answer of this list", "Leave after out to begin with the newest")
)

const separator = "~"

/** Positions of a list as texts. No part of a position has the separator. */
export const makePositions = <Position>(parts: Schema.Codec<Position, ReadonlyArray<string>>) => {
  const encode = Schema.encodeSync(parts)
  const decode = Schema.decodeUnknownOption(parts)
  return {
    textOf: (position: Position): string => encode(position).join(separator),
    /** Null for a text that is no position. */
    positionIn: (text: string): Position | null => Option.getOrNull(decode(text.split(separator)))
  }
}
