import { Option, Schema } from "effect"
import { PlatformMessageId } from "../../../domain/Ids.ts"

/** The longest id that is taken for one; the platforms' have at most a few hundred characters. */
export const maxIdLength = 512

const decodeNumber = Schema.decodeUnknownOption(Schema.Int)
const isMessageId = Schema.is(PlatformMessageId)

export const isList = (json: Schema.Json | undefined): json is Schema.JsonArray => Array.isArray(json)

export const isObject = (json: Schema.Json | undefined): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !isList(json)

/** Whether the platform may call something so; what it never would is not kept as a name. */
export const isFieldName = (name: string): boolean => /^[\w-]{1,64}$/.test(name)

/** The value of a key, of which nothing that every object has is taken for one. */
export const valueAt = (json: Schema.Json | undefined, key: string): Schema.Json | undefined =>
  isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined

export const objectAt = (json: Schema.Json | undefined, key: string): Schema.JsonObject | undefined => {
  const value = valueAt(json, key)
  return isObject(value) ? value : undefined
}

/** Whether there is anything under the key; null is nothing. */
export const holds = (json: Schema.Json | undefined, key: string): boolean => (valueAt(json, key) ?? null) !== null

/** The items of a list; none when there is no list. */
export const listAt = (json: Schema.Json | undefined, key: string): Schema.JsonArray => {
  const value = valueAt(json, key)
  return isList(value) ? value : []
}

/** Text that says something. */
export const textAt = (json: Schema.Json | undefined, key: string): string | null => {
  const value = valueAt(json, key)
  return typeof value === "string" && value.trim() !== "" ? value : null
}

/** A whole number, which the platforms write as text at times. */
export const intAt = (json: Schema.Json | undefined, key: string): number | null => {
  const value = valueAt(json, key)
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Option.getOrNull(decodeNumber(number))
}

/**
 * An id: text as a rule, a number in older reports (platforms P11). A number with more digits than JavaScript
 * counts is none, since it would belong to another item.
 */
export const idAt = (json: Schema.Json | undefined, key: string): string | null => {
  const value = valueAt(json, key)
  const id = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value
  return typeof id === "string" && id.trim() !== "" && id.length <= maxIdLength ? id : null
}

export const messageIdAt = (json: Schema.Json | undefined, key: string): PlatformMessageId | null => {
  const id = idAt(json, key)
  return isMessageId(id) ? id : null
}
