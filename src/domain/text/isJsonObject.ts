import type { Schema } from "effect"

/** Neither a list nor nothing. */
export const isJsonObject = (json: Schema.Json | undefined): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
