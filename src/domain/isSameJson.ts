import { Array as Arr, type Schema } from "effect"

const isList = (json: Schema.Json): json is Schema.JsonArray => Array.isArray(json)

/** Whether two JSON values say the same; the order in which an object names its keys says nothing. */
export const isSameJson = (one: Schema.Json, other: Schema.Json): boolean => {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other
  if (isList(one) || isList(other)) {
    return (
      isList(one) &&
      isList(other) &&
      one.length === other.length &&
      Arr.zip(one, other).every(([a, b]) => isSameJson(a, b))
    )
  }
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => {
      const [a, b] = [one[key], other[key]]
      return Object.hasOwn(other, key) && a !== undefined && b !== undefined && isSameJson(a, b)
    })
  )
}
