/** Where the reader is: a path and the fields of its query. */
export interface Place {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** The place of an address of this page. A field that is there twice counts once, and an empty one not at all. */
export const placeOf = (address: string): Place => {
  const { pathname, searchParams } = new URL(address, "http://page")
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === "/") end -= 1
  const path = pathname.slice(0, end)
  return { path, query: Object.fromEntries([...searchParams].filter(([, value]) => value !== "")) }
}

/** The address of a place, without the origin. Fields are sorted, so that one place has one address. */
export const hrefOf = ({ path, query }: Place): string => {
  const fields = Object.entries(query).filter(([, value]) => value !== "")
  const search = new URLSearchParams(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return fields.length === 0 ? path : `${path}?${search}`
}

/** The place with these fields changed; null or empty text removes one. */
export const withQuery = (place: Place, changes: Readonly<Record<string, string | null>>): Place => ({
  path: place.path,
  query: Object.fromEntries(
    Object.entries<string | null>({ ...place.query, ...changes }).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, value]]
    )
  )
})

/** The text of a part of a path. Bytes that are no UTF-8 become the replacement character. */
const decoded = (segment: string): string =>
  new URLSearchParams(`value=${segment.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("value") ?? segment

/**
 * The ids of a path that has the form of a pattern such as `/inbox/:conversationId`; null if it has not. An id is never
 * empty.
 */
export const idsIn = (pattern: string, path: string): Readonly<Record<string, string>> | null => {
  const wanted = pattern.split("/")
  const given = path.split("/")
  if (wanted.length !== given.length) return null
  const ids: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? ""
    if (!part.startsWith(":")) {
      if (part !== segment) return null
      continue
    }
    const id = decoded(segment)
    if (id === "") return null
    ids[part.slice(1)] = id
  }
  return ids
}
