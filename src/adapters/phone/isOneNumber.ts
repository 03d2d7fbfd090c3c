import type { Boundary, Mark } from "./PhoneText.ts"

/** Facts about digits with their country code. */
export interface NumberFacts {
  readonly isPossible: (digits: string) => boolean
  readonly isValid: (digits: string) => boolean
}

/** Longest group before a mark that has at least four digits after it: `96123-4567`. */
const maxGroup = 5

/** Longest first group before such a mark: a country code, or a trunk zero, with an area code. */
const maxFirstGroup = 7

/** Longest group before a mark with two or three digits after it: `123-45-67`. */
const maxGroupBeforeShort = 3

const shortEnd = 3

/** Digits between two boundaries, or between a boundary and the start of the digits. */
const lengthBefore = (boundaries: ReadonlyArray<Boundary>, position: number, all: number): number =>
  (boundaries[position - 1]?.digitsAfter ?? all) - (boundaries[position]?.digitsAfter ?? 0)

/** Digits from the boundary to the next mark: groups that spaces separate belong together. */
const lengthAfter = (boundaries: ReadonlyArray<Boundary>, position: number): number => {
  const next = boundaries.slice(position + 1).find(({ mark }) => mark !== null)
  return (boundaries[position]?.digitsAfter ?? 0) - (next?.digitsAfter ?? 0)
}

/** Whether the mark separates groups of one number, by their lengths. */
const separatesGroups = (boundaries: ReadonlyArray<Boundary>, position: number, mark: Mark, all: number): boolean => {
  const before = lengthBefore(boundaries, position, all)
  const after = lengthAfter(boundaries, position)
  if (after > shortEnd) return before <= (position === 0 ? maxFirstGroup : maxGroup)
  const isRepeated = boundaries[position - 1]?.mark === mark || boundaries[position + 1]?.mark === mark
  return after > 1 && before <= maxGroupBeforeShort && isRepeated
}

/** Whether the same mark, and nothing else, separates all groups, of which there are more than two. */
const isUniform = (boundaries: ReadonlyArray<Boundary>): boolean =>
  boundaries.length > 1 && boundaries.every(({ mark }) => mark !== null && mark === boundaries[0]?.mark)

/** Whether all marks separate groups of one number, by their lengths. */
export const hasGroups = (boundaries: ReadonlyArray<Boundary>, textDigits: number): boolean =>
  boundaries.every(({ mark }, position) => mark === null || separatesGroups(boundaries, position, mark, textDigits))

/**
 * Whether the digits on both sides of each boundary are one number, and not a number and something else, such as an
 * extension (contract C312). A boundary is in doubt if the digits before it could be a number.
 */
export const isOneNumber = (
  phone: string,
  textDigits: number,
  boundaries: ReadonlyArray<Boundary>,
  { isPossible, isValid }: NumberFacts
): boolean =>
  boundaries.every(({ digitsAfter, mark }, position) => {
    const before = phone.slice(0, -digitsAfter)
    if (!isPossible(before)) return true
    if (mark === null) return isValid(phone) || !isValid(before)
    if (!isValid(phone) || !separatesGroups(boundaries, position, mark, textDigits)) return false
    return !isValid(before) || (isUniform(boundaries) && lengthAfter(boundaries, position) > shortEnd)
  })
