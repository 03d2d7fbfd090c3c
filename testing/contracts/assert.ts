import strict from "node:assert/strict"
import { inspect, isDeepStrictEqual } from "node:util"

/** The assertions of the contract suites, in the form of chai's `assert`, which a runner need not have. */
interface Assert {
  fail(message?: string): never
  isTrue(value: unknown, message?: string): asserts value is true
  isFalse(value: unknown, message?: string): asserts value is false
  isNull(value: unknown, message?: string): asserts value is null
  isNotNull<A>(value: A, message?: string): asserts value is Exclude<A, null>
  isDefined<A>(value: A, message?: string): asserts value is Exclude<A, undefined>
  isUndefined(value: unknown, message?: string): asserts value is undefined
  strictEqual<A>(actual: A, expected: A, message?: string): void
  notStrictEqual(actual: unknown, expected: unknown, message?: string): void
  deepStrictEqual<A>(actual: A, expected: A, message?: string): void
  /** A list has an equal member; an object has each field of the part, with an equal value. */
  deepInclude(actual: object | null | undefined, part: object, message?: string): void
  include(actual: string, part: string, message?: string): void
  includeMembers<A>(actual: ReadonlyArray<A>, part: ReadonlyArray<A>, message?: string): void
  /** The same members in any order. */
  sameMembers<A>(actual: ReadonlyArray<A>, expected: ReadonlyArray<A>, message?: string): void
  sameDeepMembers<A>(actual: ReadonlyArray<A>, expected: ReadonlyArray<A>, message?: string): void
  lengthOf(actual: { readonly length: number }, length: number, message?: string): void
  match(actual: string, pattern: RegExp, message?: string): void
  isAbove(actual: number, limit: number, message?: string): void
  isAtLeast(actual: number, limit: number, message?: string): void
  isBelow(actual: number, limit: number, message?: string): void
  isAtMost(actual: number, limit: number, message?: string): void
}

type Equality = (one: unknown, other: unknown) => boolean

/** The members of a list that have no equal one in the other, each of which is the equal of one. */
const missing = (from: ReadonlyArray<unknown>, members: ReadonlyArray<unknown>, isEqual: Equality) => {
  const left = [...from]
  return members.filter((member) => {
    const place = left.findIndex((one) => isEqual(one, member))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

const check = (holds: boolean, expectation: string, actual: unknown, message?: string): void =>
  strict.ok(holds, message ?? `expected ${inspect(actual, { depth: 6 })} ${expectation}`)

const includesEqual = (actual: object | null | undefined, part: object): boolean => {
  if (Array.isArray(actual)) return actual.some((one: unknown) => isDeepStrictEqual(one, part))
  if (actual === null || actual === undefined) return false
  return Object.entries(part).every(([name, value]) => isDeepStrictEqual(Reflect.get(actual, name), value))
}

const sameBy =
  (isEqual: Equality) => (actual: ReadonlyArray<unknown>, expected: ReadonlyArray<unknown>, message?: string) => {
    if (actual.length === expected.length && missing(actual, expected, isEqual).length === 0) return
    strict.deepStrictEqual(actual, expected, message)
    strict.fail(message ?? "expected the same members")
  }

export const assert: Assert = {
  fail: (message) => strict.fail(message),
  isTrue: (value, message) => strict.strictEqual(value, true, message),
  isFalse: (value, message) => strict.strictEqual(value, false, message),
  isNull: (value, message) => strict.strictEqual(value, null, message),
  isNotNull: (value, message) => strict.notStrictEqual(value, null, message),
  isDefined: (value, message) => strict.notStrictEqual(value, undefined, message),
  isUndefined: (value, message) => strict.strictEqual(value, undefined, message),
  strictEqual: (actual, expected, message) => strict.strictEqual(actual, expected, message),
  notStrictEqual: (actual, expected, message) => strict.notStrictEqual(actual, expected, message),
  deepStrictEqual: (actual, expected, message) => strict.deepStrictEqual(actual, expected, message),
  deepInclude: (actual, part, message) =>
    check(includesEqual(actual, part), `to have ${inspect(part, { depth: 6 })}`, actual, message),
  include: (actual, part, message) => check(actual.includes(part), `to include ${inspect(part)}`, actual, message),
  includeMembers: (actual, part, message) =>
    check(
      part.every((one) => actual.includes(one)),
      `to include ${inspect(part)}`,
      actual,
      message
    ),
  sameMembers: sameBy(Object.is),
  sameDeepMembers: sameBy(isDeepStrictEqual),
  lengthOf: (actual, length, message) => strict.strictEqual(actual.length, length, message),
  match: (actual, pattern, message) => strict.match(actual, pattern, message),
  isAbove: (actual, limit, message) => check(actual > limit, `to be above ${limit}`, actual, message),
  isAtLeast: (actual, limit, message) => check(actual >= limit, `to be at least ${limit}`, actual, message),
  isBelow: (actual, limit, message) => check(actual < limit, `to be below ${limit}`, actual, message),
  isAtMost: (actual, limit, message) => check(actual <= limit, `to be at most ${limit}`, actual, message)
}
