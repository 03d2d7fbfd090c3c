import { Option } from "effect"

/** Names and values that mean what they say. */
const plain = /^(?:[a-z]+=[\w.-]*(?:&(?=.)|$))*$/i

/**
 * The query of a URL, when there is nothing in it that has to be decoded and no name twice: what everybody reads in the
 * same way.
 */
export const plainQuery = (url: string): Option.Option<Readonly<Record<string, string>>> => {
  const start = url.indexOf("?")
  if (start === -1) return Option.some({})
  const query = url.slice(start + 1)
  if (query === "") return Option.some({})
  if (!plain.test(query)) return Option.none()
  const values: Record<string, string> = {}
  for (const parameter of query.split("&")) {
    const equals = parameter.indexOf("=")
    const name = parameter.slice(0, equals)
    if (Object.hasOwn(values, name)) return Option.none()
    values[name] = parameter.slice(equals + 1)
  }
  return Option.some(values)
}
