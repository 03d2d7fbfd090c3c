import { Option } from "effect"
import { pathOf } from "./pathOf.ts"

const decode = Option.liftThrowable(decodeURIComponent)

/** Segments at the begin of a path that name an interface: `/api/developer`. The text before the first slash counts. */
const namingSegments = 3

const readableSegment = (segment: string, index: number): string =>
  index >= namingSegments && Option.isSome(decode(segment)) ? segment : segment.replaceAll("%", "%25")

/**
 * The URL of a request as the router can read it. In a segment of the path that is no percent-encoded UTF-8, the percent
 * signs are encoded themselves: an id with them is text then, and its endpoint answers as for every id that does not
 * exist. So are those of the first two segments: what belongs to an interface is known by its path as it came.
 */
export const readableUrl = (url: string): string => {
  const path = pathOf({ url })
  return path.includes("%") ? path.split("/").map(readableSegment).join("/") + url.slice(path.length) : url
}
