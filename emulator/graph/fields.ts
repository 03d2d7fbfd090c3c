import { Result, Schema } from "effect"
import { type GraphError, refusal } from "./GraphError.ts"
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

/** A kind of object as `fields` picks from it. */
export interface NodeType {
  /** As refusals name it. */
  readonly name: string
  /** The fields that come without being asked for; the others have to be named. */
  readonly defaultFields: ReadonlyArray<string>
  readonly knownFields: ReadonlySet<string>
}

/** The fields that a call asks for. `fields=name,quality_score{score}` names two; of nested ones everything comes. */
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

/** The object with these fields alone. */
export const only = (object: Schema.JsonObject, fields: ReadonlyArray<string>): Schema.JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => fields.includes(name)))
