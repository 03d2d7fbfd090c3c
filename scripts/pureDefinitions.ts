import type { Plugin, RolldownMagicString } from "rolldown"
import { parseAst } from "rolldown/parseAst"

/** A node of the syntax tree, as far as it is read here. */
type Statement = ReturnType<typeof parseAst>["body"][number]
type Pattern = Extract<Statement, { type: "VariableDeclaration" }>["declarations"][number]["id"]

/** Kinds of values that bundlers drop without help. */
const plain = new Set(["Literal", "Identifier", "ArrowFunctionExpression", "FunctionExpression"])

const opening = "/* @__PURE__ */ (() => "

/** Names of a pattern such as `{ Text, TooLong: Long }`, with the properties that they come from; null for another pattern. */
const namesOf = (pattern: Pattern): ReadonlyArray<readonly [name: string, property: string]> | null => {
  if (pattern.type !== "ObjectPattern") return null
  const names = pattern.properties.flatMap((one) =>
    one.type === "Property" && one.key.type === "Identifier" && one.value.type === "Identifier"
      ? [[one.value.name, one.key.name] as const]
      : []
  )
  return names.length === pattern.properties.length ? names : null
}

/** Wraps what a statement defines into a function that bundlers may drop with an unused name. */
const wrap = (text: RolldownMagicString, code: string, statement: Statement): void => {
  const definition = (statement.type === "ExportNamedDeclaration" ? statement.declaration : null) ?? statement
  if (definition.type === "VariableDeclaration") {
    for (const { end, id, init, start } of definition.declarations) {
      if (init === null) continue
      const names = namesOf(id)
      if (names !== null) {
        const value = code.slice(init.start, init.end)
        text.overwrite(start, end, names.map(([name, of]) => `${name} = ${opening}(${value}).${of})()`).join(", "))
      } else if (!plain.has(init.type)) {
        text.appendLeft(init.start, `${opening}(`).appendRight(init.end, "))()")
      }
    }
  }
  if (definition.type === "ClassDeclaration" && definition.id !== null && definition.superClass !== null) {
    const { name } = definition.id
    text
      .appendLeft(definition.start, `const ${name} = ${opening}{ `)
      .appendRight(definition.end, ` return ${name} })()`)
  }
}

/**
 * Marks definitions that bundlers may drop if unused: all at the top level of the modules that `isPure` chooses.
 * By themselves they keep each schema, since its calls might have effects, and then most of Effect's `Schema` with it.
 * Requires `experimental.nativeMagicString`, which keeps source maps exact.
 */
export const pureDefinitions = (isPure: RegExp): Plugin => ({
  name: "pure definitions",
  transform: {
    filter: { id: isPure },
    handler(code, id, { magicString }) {
      if (magicString === undefined) return this.error("pureDefinitions requires experimental.nativeMagicString")
      for (const statement of parseAst(code, { lang: "ts" }, id).body) wrap(magicString, code, statement)
      return { code: magicString }
    }
  }
})
