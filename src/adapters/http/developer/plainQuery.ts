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
  if (!plain.test(query)) return Option.none()
  const parameters = query === "" ? [] : query.split("&")
  const values = new Map(
    parameters.map((parameter) => {
      const equals = parameter.indexOf("=")
      return [parameter.slice(0, equals), parameter.slice(equals + 1)] as const
    })
  )
  return values.size === parameters.length ? Option.some(Object.fromEntries(values)) : Option.none()
}
