import { Result, Schema } from "effect"
import type { GraphError } from "./GraphError.ts"
import { cloudWording, issueRefusal, type Wording } from "./issueRefusal.ts"

/** Reads parameters, or refuses them as the platform does. Made once for each schema: making one is the costly part. */
export const decoder = <A>(
  schema: Schema.ConstraintDecoder<A>,
  unknownKeys: "ignored" | "refused" = "ignored",
  wording: Wording = cloudWording
): ((input: unknown) => Result.Result<A, GraphError>) => {
  const decode = Schema.decodeUnknownResult(schema, {
    onExcessProperty: unknownKeys === "refused" ? "error" : "ignore"
  })
  return (input) => Result.mapError(decode(input), ({ issue }) => issueRefusal(issue, wording))
}
