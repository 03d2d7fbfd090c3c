import { Result, Schema } from "effect"
import { isJsonObject } from "../../text/isJsonObject.ts"
import { ContentRefused, contentRefused } from "../ContentRefused.ts"
import { Interactive, interactiveKinds } from "./Interactive.ts"
import { commonRelations, interactiveRelations } from "./interactiveRelations.ts"

/** The name of the field that has the message; paths of refusals begin with it. */
const root = "interactive"

const under = (path: string): string => (path === "" ? root : `${root}.${path}`)

type Decode = (input: unknown) => Result.Result<Interactive, Schema.SchemaError>

const decoders = Object.entries(interactiveKinds).map(([type, schema]): readonly [string, Decode] => [
  type,
  Schema.decodeUnknownResult(schema)
])
const decoderOf = new Map(decoders)

const isInteractive = Schema.is(Interactive)

/** The kinds that `readInteractive` reads. */
export const interactiveTypes: ReadonlyArray<string> = Object.keys(interactiveKinds)

const refused = (path: string, expectation: string | null): ContentRefused =>
  new ContentRefused({ field: under(path), expectation })

/**
 * An interactive message of WhatsApp from data of a caller. Fails with the dotted path of the first part that the
 * platform would refuse, and what is expected there.
 */
export const readInteractive = (input: Schema.Json): Result.Result<Interactive, ContentRefused> => {
  const type = isJsonObject(input) ? input["type"] : undefined
  if (type === undefined) return Result.fail(refused(isJsonObject(input) ? "type" : "", null))
  const decode = typeof type === "string" ? decoderOf.get(type) : undefined
  if (decode === undefined || typeof type !== "string") {
    return Result.fail(refused("type", `Expected one of: ${interactiveTypes.join(", ")}`))
  }
  const message = Result.mapError(decode(input), contentRefused(root))
  if (Result.isFailure(message)) return message
  for (const relation of [...commonRelations, ...(interactiveRelations[type] ?? [])]) {
    const violation = relation(input)
    if (violation !== null) return Result.fail(refused(violation.path, violation.expectation))
  }
  // The input itself has fields that this version does not know, and the platform gets them.
  return isInteractive(input) ? Result.succeed(input) : message
}
