/** Page size of an iterator: the maximum of every list. */
const pageSize = 100

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

const entriesOf = (answer: Fields): ReadonlyArray<unknown> => Object.values(answer).find(Array.isArray) ?? []

const idOf = (entry: unknown): unknown => (isFields(entry) ? entry["id"] : undefined)

/** Query of the next page; null after the last one. */
const next = (pages: string, query: Fields, answer: Fields, entries: ReadonlyArray<unknown>): Fields | null => {
  switch (pages) {
    case "after":
      return (answer["has_more"] ?? answer["hasMore"]) === true
        ? { ...query, after: answer["next_after"] ?? answer["nextAfter"] }
        : null
    case "before":
      return answer["hasNext"] === true ? { ...query, before: idOf(entries.at(-1)) } : null
    default:
      // `total` may be a lower bound (contract: Order within a conversation); a full page has a successor.
      return entries.length < Number(query["limit"]) ? null : { ...query, page: Number(query["page"]) + 1 }
  }
}

/**
 * Iterates over all entries of a list. An entry that moves to the next page because others were added is returned once,
 * as long as fewer entries were added than a page has.
 */
export async function* everyEntry(
  list: (query: Fields) => Promise<unknown>,
  pages: string,
  input: unknown
): AsyncGenerator<unknown, void, undefined> {
  const filters = isFields(input) ? input : {}
  const first = { ...filters, limit: filters["limit"] ?? pageSize, ...(pages === "page" ? { page: 1 } : {}) }
  let query: Fields | null = first
  let seen: ReadonlySet<unknown> = new Set()
  while (query !== null) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- each page determines the next one
    const answer = await list(query)
    const fields: Fields = isFields(answer) ? answer : {}
    const entries = entriesOf(fields)
    const before = seen
    yield* entries.filter((entry) => idOf(entry) === undefined || !before.has(idOf(entry)))
    seen = new Set(entries.map(idOf))
    query = entries.length === 0 ? null : next(pages, query, fields, entries)
  }
}
