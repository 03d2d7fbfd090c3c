import type { Schema } from "effect"
import { storable } from "../../network/excerpt.ts"

/** Arrays and objects in each other: more than any report has, and less than any stack bears. */
export const maxNesting = 100

const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

const cleanText = (text: string): string => (isCleanText(text) ? text : storable(text))

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

/** Whether all of it is storable as it is. */
const isClean = (value: unknown, depth: number): value is Schema.Json => {
  if (typeof value === "string") return isCleanText(value)
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value === "boolean" || value === null) return true
  if (typeof value !== "object" || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isClean(item, depth - 1))
  return Object.keys(value).every(isCleanText) && Object.values(value).every((item) => isClean(item, depth - 1))
}

/**
 * What was parsed, as every store takes it: without NUL, halves of surrogate pairs and numbers that JSON cannot write.
 * What is nested too deeply is left out. Nearly everything is storable as it is, which is told faster than it is written
 * anew.
 */
export const storableJson = (parsed: unknown): Schema.Json =>
  isClean(parsed, maxNesting) ? parsed : clean(parsed, maxNesting)
