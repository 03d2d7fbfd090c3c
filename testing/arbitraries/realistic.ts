import { Arbitrary, DateTime, Schema } from "effect"
import { fieldCounts, fieldObjects, fieldStatuses, fieldTexts, textsOfType } from "./fieldValues.ts"

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** From which the values of one sample are drawn. It shrinks to zeros. */
const Salt = Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}$/))

/** The beginning of 2020, and as many milliseconds as until 2040. */
const since = 1_577_836_800_000
const span = 631_152_000_000

/** Whole numbers below a bound, as evenly as tests need them (the generator of mulberry32). */
const drawer = (salt: string) => {
  let state = Number.parseInt(salt, 16)
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

type Draw = ReturnType<typeof drawer>

const oneOf = <A>(draw: Draw, values: ReadonlyArray<A>): A | undefined => values[draw(values.length)]

/** Drawn objects have fields such as `toString` too, which every object inherits. */
const under = <A>(table: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const hex = (draw: Draw, digits: number): string => Array.from({ length: digits }, () => draw(16).toString(16)).join("")

/** An instant of these years, in milliseconds. */
const instantOf = (draw: Draw): number => since + Math.floor((span / 4_294_967_296) * draw(4_294_967_296))

/** A UUID of version 7, of an instant in these years. */
const uuidOf = (draw: Draw): string => {
  const time = instantOf(draw).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(draw, 3)}-${"89ab".charAt(draw(4))}${hex(draw, 3)}-${hex(draw, 12)}`
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** What may stand in the place of a drawn value, by the name of its field, the best first. Empty: nothing better is known. */
const proposals = (value: unknown, field: string, type: string, draw: Draw): ReadonlyArray<unknown> => {
  if (DateTime.isDateTime(value)) return [DateTime.makeUnsafe(instantOf(draw))]
  if (typeof value === "number") {
    if (field === "status") return [oneOf(draw, fieldStatuses)]
    return fieldCounts.has(field) ? [Math.abs(value)] : []
  }
  if (typeof value === "string") {
    if (uuid.test(value)) return [uuidOf(draw)]
    const known = under(under(textsOfType, type) ?? {}, field) ?? under(fieldTexts, field) ?? []
    const first = draw(Math.max(1, known.length))
    return [...known.slice(first), ...known.slice(0, first), value.toWellFormed().replaceAll("\0", "")]
  }
  const objects = under(fieldObjects, field)
  return isFields(value) && objects !== undefined ? [oneOf(draw, objects)] : []
}

/** The value with better parts where `isTaken` takes the whole with them. */
const improved = (
  value: unknown,
  field: string,
  type: string,
  draw: Draw,
  isTaken: (part: unknown) => boolean
): unknown => {
  const better = proposals(value, field, type, draw).find(isTaken)
  if (better !== undefined) return better
  if (Array.isArray(value)) {
    return value.reduce<ReadonlyArray<unknown>>(
      (all, one, index) =>
        all.with(
          index,
          improved(one, field, type, draw, (part) => isTaken(all.with(index, part)))
        ),
      value
    )
  }
  if (!isFields(value)) return value
  let all = value
  for (const [name, one] of Object.entries(value)) {
    const before = all
    const part = improved(one, name, type, draw, (better) => isTaken({ ...before, [name]: better }))
    all = { ...before, [name]: part }
  }
  return all
}

/**
 * Values of a type as the service has them: ids of version 7, instants of the years 2020 to 2039, and texts, numbers and
 * objects that are usual for the names of their fields. Their structure is drawn and shrinks by the schema.
 */
export const realistic = <S extends Schema.Constraint>(type: string, schema: S): Arbitrary.Arbitrary<S["Type"]> => {
  const isOfType: (value: unknown) => value is S["Type"] = Schema.is(Schema.toType(schema))
  return Arbitrary.map(
    Arbitrary.all({ drawn: Arbitrary.schema(schema), salt: Arbitrary.schema(Salt) }),
    ({ drawn, salt }): S["Type"] => {
      const value = improved(drawn, type, type, drawer(salt), isOfType)
      return isOfType(value) ? value : drawn
    }
  )
}
