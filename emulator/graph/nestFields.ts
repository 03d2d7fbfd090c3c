import type { Schema } from "effect"

/** How many brackets a name may have; a field with more keeps its whole name. */
const maxDepth = 16

/** A field while its parts are collected; later parts come into the same object. */
type Tree = Map<string, Tree | Schema.Json>

const isTree = (value: Tree | Schema.Json | undefined): value is Tree => value instanceof Map

/** The name and the keys in brackets behind it: `recipient[id]`, `hsm_ids[]`. */
const keysOf = (name: string): readonly [string, ...ReadonlyArray<string>] => {
  const open = name.indexOf("[")
  if (open < 1 || !name.endsWith("]")) return [name]
  const keys = name.slice(open + 1, -1).split("][")
  return keys.length > maxDepth || keys.some((key) => key.includes("[") || key.includes("]"))
    ? [name]
    : [name.slice(0, open), ...keys]
}

const put = (tree: Tree, [first = "", ...rest]: ReadonlyArray<string>, value: Schema.Json): void => {
  const key = first === "" ? String(tree.size) : first
  if (rest.length === 0) {
    tree.set(key, value)
    return
  }
  const known = tree.get(key)
  const inner: Tree = isTree(known) ? known : new Map()
  if (inner !== known) tree.set(key, inner)
  put(inner, rest, value)
}

/** A list when its keys are those of one. */
const valueOf = (tree: Tree | Schema.Json): Schema.Json => {
  if (!isTree(tree)) return tree
  const values = [...tree.values()].map(valueOf)
  const keys = [...tree.keys()]
  return keys.every((key, index) => key === String(index))
    ? values
    : Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null]))
}

/**
 * The parameters of a form or query, in which an object is its JSON text or has a field for each of its parts:
 * `recipient[id]=4711`. `read` reads the value of a field by its whole name.
 */
export const nestFields = (
  fields: Iterable<readonly [name: string, value: Schema.Json]>,
  read: (name: string, value: Schema.Json) => Schema.Json
): Schema.JsonObject => {
  const tree: Tree = new Map()
  for (const [name, value] of fields) put(tree, keysOf(name), read(name, value))
  return Object.fromEntries([...tree].map(([name, value]) => [name, valueOf(value)]))
}
