import { Overloaded } from "../../../domain/limits/RateTier.ts"

/** Responses to requests that are rejected for overload, by reason. */
export const overloaded = {
  "too many": "Too many lists, searches or imports of the organization at once. Try again in 5 seconds",
  "too long": "The list or search took too long. Search for more characters, or try again in 5 seconds"
} as const

export const isOverloaded = (defect: unknown): defect is Overloaded => defect instanceof Overloaded
