import { Result, Schema } from "effect"
import { type GraphError, refusal } from "./GraphError.ts"
import { cloudWording, issueRefusal, type Wording } from "./issueRefusal.ts"

/**
 * Decodes parameters, or refuses them like the platform. Decoders are built once per schema, because building one is
 * expensive.
 */
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

/** A node type with its fields. */
export interface NodeType {
  /** The name in refusals. */
  readonly name: string
  /** The fields returned by default; others must be requested. */
  readonly defaultFields: ReadonlyArray<string>
  readonly knownFields: ReadonlySet<string>
}

/** The requested fields of a call. `fields=name,quality_score{score}` names two; nested objects are returned whole. */
export const readFields = (
  fields: Schema.Json | undefined,
  { defaultFields, knownFields, name: type }: NodeType
): Result.Result<ReadonlyArray<string>, GraphError> => {
  if (fields === undefined || fields === "") return Result.succeed(defaultFields)
  const names = String(fields)
    .replaceAll(/\{[^{}]*\}/g, "")
    .split(",")
    .map((name) => name.trim())
  const unknown = names.find((name) => !knownFields.has(name))
  return unknown === undefined
    ? Result.succeed([...names, "id"])
    : Result.fail(
        refusal(100, { message: `(#100) Tried accessing nonexisting field (${unknown}) on node type (${type})` })
      )
}

/** The object with only these fields. */
export const only = (object: Schema.JsonObject, fields: ReadonlyArray<string>): Schema.JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => fields.includes(name)))
