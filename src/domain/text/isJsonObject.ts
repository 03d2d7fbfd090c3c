import type { Schema } from "effect"

/** Neither a list nor nothing. */
export const isJsonObject = (json: Schema.Json | undefined): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const quote = 0x22
const backslash = 0x5c
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

interface Shape {
  readonly nesting: number
  readonly containers: number
}

const shapeOf = (json: string): Shape => {
  let depth = 0
  let nesting = 0
  let containers = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (code === quote) inString = !inString
    else if (inString && code === backslash) index++
    else if (!inString && opening.has(code)) {
      containers++
      nesting = Math.max(nesting, ++depth)
    } else if (!inString && closing.has(code)) depth--
  }
  return { nesting, containers }
}

/** How deep the arrays and objects of a JSON text are nested. Walking the parsed value needs as much stack. */
export const nestingOf = (json: string): number => shapeOf(json).nesting

/** The number of arrays and objects in a JSON text. Parsed, each takes many times the memory of its two characters. */
export const containersOf = (json: string): number => shapeOf(json).containers
