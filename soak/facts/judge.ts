import { compareFacts, type Difference, type Fact } from "./compareFacts.ts"
import { expectedFacts, type Known } from "./expectedFacts.ts"
import { foundFacts } from "./foundFacts.ts"
import type { Received } from "../Receiver.ts"

/** What was found, and in what that is not what had to be there. */
export const judge = (
  known: Known,
  received: Iterable<Received>
): { readonly found: ReadonlyArray<Fact>; readonly differences: ReadonlyArray<Difference> } => {
  const expected = expectedFacts(known)
  const wanted = new Set(expected.map(({ key, kind }) => `${kind} ${key}`))
  // Of some messages nobody looks at the words.
  const found = foundFacts(known.kept, received, known.lanes, known.nameOf).filter(
    ({ key, kind }) => kind !== "words" || wanted.has(`words ${key}`)
  )
  return { found, differences: compareFacts(expected, found) }
}
