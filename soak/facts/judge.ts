import { compareFacts, type Difference, type Fact } from "./compareFacts.ts"
import { expectedFacts, type Known } from "./expectedFacts.ts"
import { foundFacts } from "./foundFacts.ts"
import type { Received } from "../Receiver.ts"

/** The found facts, and their differences from the expected ones. */
export const judge = (
  known: Known,
  received: Iterable<Received>
): { readonly found: ReadonlyArray<Fact>; readonly differences: ReadonlyArray<Difference> } => {
  const expected = expectedFacts(known)
  const wanted = new Set(expected.map(({ key, kind }) => `${kind} ${key}`))
  // The text of some messages is not compared.
  const found = foundFacts(known.kept, received, known.lanes, known.nameOf).filter(
    ({ key, kind }) => kind !== "words" || wanted.has(`words ${key}`)
  )
  return { found, differences: compareFacts(expected, found) }
}
