/** The address within the console: a path and the fields of its query. */
export interface Place {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** Parses an address. Of a repeated field one value counts; an empty field is absent. */
export const placeOf = (address: string): Place => {
  const { pathname, searchParams } = new URL(address, "http://page")
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === "/") end -= 1
  const path = pathname.slice(0, end)
  return { path, query: Object.fromEntries([...searchParams].filter(([, value]) => value !== "")) }
}

/** Formats an address without its origin. Fields are sorted, so that equal places have equal addresses. */
export const hrefOf = ({ path, query }: Place): string => {
  const fields = Object.entries(query).filter(([, value]) => value !== "")
  const search = new URLSearchParams(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return fields.length === 0 ? path : `${path}?${search}`
}

/** Changes fields; null or an empty text removes one. */
export const withQuery = ({ path, query }: Place, changes: Readonly<Record<string, string | null>>): Place => ({
  path,
  query: Object.fromEntries(
    Object.entries<string | null>({ ...query, ...changes }).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, value]]
    )
  )
})

/** Decodes a part of a path. Bytes that are not UTF-8 become the replacement character. */
const decoded = (segment: string): string =>
  new URLSearchParams(`value=${segment.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("value") ?? segment

/**
 * The ids of a path that matches a pattern such as `/inbox/:conversationId`; null without a match. An id is never
 * empty.
 */
export const idsIn = (pattern: string, path: string): Readonly<Record<string, string>> | null => {
  const expected = pattern.split("/")
  const segments = path.split("/")
  if (expected.length !== segments.length) return null
  const ids: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const segment = segments[index] ?? ""
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
