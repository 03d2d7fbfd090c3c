/** A unique fact: a message, its outcome, an event. */
export interface Fact {
  readonly kind: string
  /** Key within the kind. */
  readonly key: string
  /** Its owner. */
  readonly owner: string
  /** Its values. */
  readonly detail: string
}

/** `changed` says another thing than it should, `strange` should not be there at all. */
export type Verdict = "lost" | "doubled" | "crossed" | "changed" | "strange"

export interface Difference extends Pick<Fact, "kind" | "key" | "owner"> {
  readonly verdict: Verdict
  readonly note: string
}

const countOf = (facts: ReadonlyArray<Fact>, owner: string): number =>
  facts.filter((fact) => fact.owner === owner).length

const detailsOf = (facts: ReadonlyArray<Fact>, owner: string): string =>
  facts
    .filter((fact) => fact.owner === owner)
    .map(({ detail }) => detail)
    .sort()
    .join(" and ")

const ownersOf = (facts: ReadonlyArray<Fact>): ReadonlyArray<string> => [...new Set(facts.map(({ owner }) => owner))]

/** Differences between one owner's facts with one key. */
const verdictOn = (
  owner: string,
  expected: ReadonlyArray<Fact>,
  found: ReadonlyArray<Fact>
): readonly [Verdict, note: string] | null => {
  const [wanted, there] = [countOf(expected, owner), countOf(found, owner)]
  const elsewhere = ownersOf(found).filter((other) => countOf(expected, other) === 0 && other !== owner)
  if (there > wanted) {
    if (wanted > 0) return ["doubled", `${there} times instead of ${wanted}`]
    return expected.length === 0
      ? ["strange", detailsOf(found, owner)]
      : ["crossed", `belongs to ${ownersOf(expected).join(" and ")}`]
  }
  // A fact of another owner is reported there.
  if (there < wanted) {
    const note = wanted === 1 ? detailsOf(expected, owner) : `${there} times instead of ${wanted}`
    return elsewhere.length > 0 ? null : ["lost", note]
  }
  const [should, says] = [detailsOf(expected, owner), detailsOf(found, owner)]
  return should === says ? null : ["changed", `${says}, and not ${should}`]
}

const grouped = (facts: ReadonlyArray<Fact>): ReadonlyMap<string, ReadonlyArray<Fact>> =>
  Map.groupBy(facts, ({ key, kind }) => `${kind} ${key}`)

/** Differences between found and expected facts, in any order. */
export const compareFacts = (expected: ReadonlyArray<Fact>, found: ReadonlyArray<Fact>): ReadonlyArray<Difference> => {
  const [wanted, there] = [grouped(expected), grouped(found)]
  return [...new Set([...wanted.keys(), ...there.keys()])].flatMap((name) => {
    const [own, seen] = [wanted.get(name) ?? [], there.get(name) ?? []]
    const [{ key, kind } = { key: "", kind: "" }] = [...own, ...seen]
    return ownersOf([...own, ...seen]).flatMap((owner): ReadonlyArray<Difference> => {
      const verdict = verdictOn(owner, own, seen)
      return verdict === null ? [] : [{ kind, key, owner, verdict: verdict[0], note: verdict[1] }]
    })
  })
}
