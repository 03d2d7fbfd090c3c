import { ConfigProvider, Effect } from "effect"
import { settingTableNames } from "./settingTable.ts"

/** The number of insertions, deletions, replacements and swaps of neighbours that turn one text into another. */
const editDistance = (one: string, other: string): number => {
  const rows: Array<ReadonlyArray<number>> = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const [above = [], beforeAbove = []] = [rows[row - 1], rows[row - 2]]
    const cells = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      cells.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (cells[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? (beforeAbove[column - 2] ?? 0) + 1 : Infinity
        )
      )
    }
    rows.push(cells)
  }
  return rows[one.length]?.[other.length] ?? 0
}

/** A variable that no setting reads, and the setting that it probably means. */
interface Misspelt {
  readonly variable: string
  readonly suggestion: string
}

/** Maximum reported variables. */
export const maxMisspelt = 10

/** Longest name that is compared: every setting is shorter. */
const maxNameLength = 60

/** Edits between a variable and the setting that it means. Shorter names are too similar to those of other programs. */
const maxEdits = 2
const shortest = 6

/** Prefixes that no other program has. A variable with one of them is always ours. */
const ownPrefix = /^(?:PARLEY|PACE|RATE|META|MEDIA_S3|EMULATOR|GRAPH|SECRETS_KEY|INSTAGRAM_GRAPH)_/

/** Variables of other programs. */
const foreign = new Set(["DATABASE_NAME", "DATABASE_USER", "DATABASE_HOST", "DATABASE_PORT"])

const known: ReadonlySet<string> = new Set(settingTableNames)

const nearest = (variable: string): readonly [setting: string, edits: number] =>
  settingTableNames.reduce<readonly [string, number]>(
    (best, setting) => {
      const edits = editDistance(variable, setting)
      return edits < best[1] ? [setting, edits] : best
    },
    ["", Infinity]
  )

/** The variables that are probably misspelt, with a suggestion, at most `maxMisspelt`. */
export const misspelt = (variables: ReadonlyArray<string>): ReadonlyArray<Misspelt> => {
  const found: Array<Misspelt> = []
  for (const variable of variables) {
    if (found.length === maxMisspelt) break
    const upper = variable.toUpperCase()
    if (known.has(variable) || foreign.has(upper) || variable.length > maxNameLength) continue
    if (variable.length < shortest && !known.has(upper)) continue
    const [suggestion, edits] = nearest(upper)
    if (edits <= maxEdits || ownPrefix.test(upper)) found.push({ variable, suggestion })
  }
  return found
}

/** Maximum parts of a name, and maximum lookups: an environment may be large. */
const maxDepth = 8
const maxLookups = 5_000

/** The names of the variables of the environment. */
const variableNames = Effect.gen(function* () {
  const provider = yield* ConfigProvider.ConfigProvider
  const names: Array<string> = []
  const paths: Array<ReadonlyArray<string>> = [[]]
  for (let index = 0; index < Math.min(paths.length, maxLookups); index += 1) {
    const path = paths[index] ?? []
    const node = yield* Effect.orElseSucceed(provider.load([...path]), () => undefined)
    if (node === undefined) continue
    if (node.value !== undefined && path.length > 0) names.push(path.join("_"))
    if (node._tag !== "Record" || path.length >= maxDepth) continue
    for (const key of node.keys) paths.push(path.concat(key))
  }
  return names
})

/** Warns of each variable of the environment that is probably a misspelt setting. */
export const warnOfMisspelt = Effect.flatMap(variableNames, (names) =>
  Effect.forEach(
    misspelt(names),
    ({ suggestion, variable }) =>
      Effect.logWarning(`the variable ${variable} is no setting; did you mean ${suggestion}?`, {
        variable,
        suggestion
      }),
    { discard: true }
  )
)
