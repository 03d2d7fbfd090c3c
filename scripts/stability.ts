import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseAst } from "rolldown/parseAst"

/** The promise for a name (docs/library.md, Stability). */
export type Stability = "stable" | "experimental"

/** A name that a module exports. */
export interface ExportedName {
  readonly name: string
  /** The section of the entry; null above the first one. Names of other modules have the section of the export. */
  readonly stability: Stability | null
  readonly hasComment: boolean
}

type Statement = ReturnType<typeof parseAst>["body"][number]

/** Begins a section of an entry: all exports below it, up to the next one. */
const section = /\/\*\* @(stable|experimental)\b/g

const stabilityAbove = (text: string): Stability | null => {
  const last = [...text.matchAll(section)].at(-1)?.[1]
  return last === "stable" || last === "experimental" ? last : null
}

const nameOf = (node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string =>
  node.name ?? String(node.value)

/** Names that a statement itself declares. */
const declaredIn = (declaration: object): ReadonlyArray<string> => {
  if ("declarations" in declaration && Array.isArray(declaration.declarations)) {
    return declaration.declarations.map(({ id }) => nameOf(id))
  }
  return "id" in declaration && declaration.id !== null ? [nameOf(Object(declaration.id))] : []
}

/** Names that a statement exports from another module; null for one that declares them. */
const namesFrom = (
  statement: Statement,
  exportsAt: (path: string) => ReadonlyArray<ExportedName>
): ReadonlyArray<ExportedName> | null => {
  if (statement.type === "ExportAllDeclaration") {
    const { exported, source } = statement
    if (exported === null) return exportsAt(source.value)
    // Members of a namespace have comments of their own.
    return [{ name: nameOf(exported), stability: null, hasComment: true }]
  }
  if (statement.type !== "ExportNamedDeclaration" || statement.source === null) return null
  const all = exportsAt(statement.source.value)
  return statement.specifiers.flatMap(({ exported, local }) => {
    const found = all.find(({ name }) => name === nameOf(local))
    return found === undefined ? [] : [{ ...found, name: nameOf(exported) }]
  })
}

/** The names that a file exports, in its order. A name that is a type and a value appears twice. */
export const exportedNames = (file: string): ReadonlyArray<ExportedName> => {
  const text = readFileSync(file, "utf8")
  return parseAst(text, { lang: "ts" }, file).body.flatMap((statement): ReadonlyArray<ExportedName> => {
    const above = text.slice(0, statement.start)
    const stability = stabilityAbove(above)
    const from = namesFrom(statement, (path) => exportedNames(join(dirname(file), path)))
    if (from !== null) return from.map(({ hasComment, name }) => ({ name, stability, hasComment }))
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return []
    const hasComment = above.trimEnd().endsWith("*/")
    return declaredIn(statement.declaration).map((name) => ({ name, stability, hasComment }))
  })
}
