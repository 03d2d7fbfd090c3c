import type { Schema } from "effect"
import { storable } from "../../network/excerpt.ts"

/** Arrays and objects in each other: more than any report has, and less than any stack bears. */
export const maxNesting = 100

/** Nearly every text is storable as it is, which is told faster than it is written anew. */
const cleanText = (text: string): string => (text.isWellFormed() && !text.includes("\0") ? text : storable(text))

const clean = (value: unknown, depth: number): Schema.Json => {
  if (typeof value === "string") return cleanText(value)
  if (typeof value === "boolean") return value
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (typeof value !== "object" || value === null || depth === 0) return null
  if (Array.isArray(value)) return value.map((item) => clean(item, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleanText(key), clean(item, depth - 1)] as const)
  )
}

/**
 * What was parsed, as every store takes it: without NUL, halves of surrogate pairs and numbers that JSON cannot write.
 * What is nested too deeply is left out.
 */
export const storableJson = (parsed: unknown): Schema.Json => clean(parsed, maxNesting)
