import { Option } from "effect"

/** The path of a request, without its query. */
export const pathOf = ({ url }: { readonly url: string }): string => {
  const query = url.indexOf("?")
  return query === -1 ? url : url.slice(0, query)
}

const decode = Option.liftThrowable(decodeURIComponent)

/** Number of leading path segments that name an interface (`/api/developer`), with the empty one before the first slash. */
const namingSegments = 3

const readableSegment = (segment: string, index: number): string =>
  index >= namingSegments && Option.isSome(decode(segment)) ? segment : segment.replaceAll("%", "%25")

/**
 * Rewrites a URL so that the router can decode it. Percent signs are escaped in path segments that are not percent-encoded
 * UTF-8. An id with such a segment is answered like an unknown id. Percent signs in the first two segments are always
 * escaped, since the interface is identified by its literal path.
 */
export const readableUrl = (url: string): string => {
  const path = pathOf({ url })
  return path.includes("%") ? path.split("/").map(readableSegment).join("/") + url.slice(path.length) : url
}

const isBelow = (base: string, path: string): boolean => path === base || path.startsWith(`${base}/`)

/**
 * The body for a request that no endpoint answers: the envelope of the interface its path belongs to, plain elsewhere
 * (contract: Requests that reach no endpoint).
 */
export const unansweredBody = (path: string, message: string) => {
  if (isBelow("/api/developer", path) || isBelow("/api/admin", path)) return { success: false, message }
  return isBelow("/api/whatsapp", path) ? { success: false, error: message } : { error: message }
}
