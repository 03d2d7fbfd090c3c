import { Overloaded } from "../../domain/Overloaded.ts"

/** Seconds after which a caller may try again. */
export const retryAfter = { "retry-after": "5" } as const

/** Answers to requests that are refused so that others are answered, by the reason. */
export const overloaded = {
  "too many": "Too many lists, searches or imports of the organization at once. Try again in 5 seconds",
  "too long": "The list or search took too long. Search for more characters, or try again in 5 seconds"
} as const

export const isOverloaded = (defect: unknown): defect is Overloaded => defect instanceof Overloaded
