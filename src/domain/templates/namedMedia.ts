import { Array as Arr, type Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"

/** An uploaded file that the parts of a message or template name by `mediaId`. */
export interface NamedMedia {
  readonly mediaId: string
  /** The name of the object that has it: `image`, `video` and `document` in values, `example` in a submission. */
  readonly key: string
  /** Where, as in `components[0].parameters[0].image`. */
  readonly field: string
}

/** The uploaded files below a value. `key` is the value's own name, and `field` its path. */
export const mediaIn = (json: Schema.Json, key: string, field: string): ReadonlyArray<NamedMedia> => {
  if (Array.isArray(json)) return json.flatMap((entry, index) => mediaIn(entry, key, `${field}[${index}]`))
  if (!isJsonObject(json)) return []
  const { mediaId } = json
  return [
    ...(typeof mediaId === "string" ? [{ mediaId, key, field }] : []),
    ...Object.entries(json).flatMap(([name, value]) => mediaIn(value, name, `${field}.${name}`))
  ]
}

/** The field of a request with the values of a template, on both interfaces. */
export const templateField = "template.components"

/** The uploaded files that components name, each once. `field` is the name of the list. */
export const mediaNamedIn = (components: ReadonlyArray<Schema.JsonObject>, field: string): ReadonlyArray<NamedMedia> =>
  Arr.dedupeWith(
    components.flatMap((component, index) => mediaIn(component, "", `${field}[${index}]`)),
    (one, other) => one.mediaId === other.mediaId && one.key === other.key
  )

/** Names a file in the platform's form. */
export type NameOf = (mediaId: string) => Schema.JsonObject

/** The value with each `mediaId` below it replaced by the platform's own name of the file. */
export const renamed = (json: Schema.Json, nameOf: NameOf): Schema.Json => {
  if (Array.isArray(json)) return json.map((entry) => renamed(entry, nameOf))
  return isJsonObject(json) ? renamedIn(json, nameOf) : json
}

const renamedIn = (object: Schema.JsonObject, nameOf: NameOf): Schema.JsonObject => {
  const { mediaId, ...rest } = object
  const others = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, renamed(value, nameOf)]))
  if (mediaId === undefined) return others
  return typeof mediaId === "string" ? { ...others, ...nameOf(mediaId) } : { ...others, mediaId }
}

/** The components with each `mediaId` replaced by the platform's own name of the file. */
export const withNamedMedia = (
  components: ReadonlyArray<Schema.JsonObject>,
  nameOf: NameOf
): ReadonlyArray<Schema.JsonObject> => components.map((component) => renamedIn(component, nameOf))
