import { Schema } from "effect"
import { parseAst } from "rolldown/parseAst"

const Node = Schema.Struct({ type: Schema.String })
const Literal = Schema.Struct({ regex: Schema.Struct({ pattern: Schema.String, flags: Schema.String }) })
const Construction = Schema.Struct({ callee: Schema.Struct({ name: Schema.Literal("RegExp") }) })

const isNode = Schema.is(Node)
const isLiteral = Schema.is(Literal)
const isConstruction = Schema.is(Construction)

export interface FoundPatterns {
  readonly literals: ReadonlyArray<Pick<RegExp, "source" | "flags">>
  /** How often `RegExp` is called, with or without `new`. */
  readonly built: number
}

/** Every pattern in the code of a TypeScript file. */
export const patternsIn = (code: string): FoundPatterns => {
  const literals: Array<Pick<RegExp, "source" | "flags">> = []
  let built = 0
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    if (isNode(value) && isLiteral(value)) literals.push({ source: value.regex.pattern, flags: value.regex.flags })
    if (isNode(value) && isConstruction(value)) built++
    for (const child of Object.values(value)) visit(child)
  }
  visit(parseAst(code, { lang: "ts" }))
  return { literals, built }
}
