import { Option } from "effect"
import { pathOf } from "./pathOf.ts"

const decode = Option.liftThrowable(decodeURIComponent)

const readableSegment = (segment: string): string =>
  Option.isSome(decode(segment)) ? segment : segment.replaceAll("%", "%25")

/**
 * The URL of a request as the router can read it. In a segment of the path that is no percent-encoded UTF-8, the percent
 * signs are encoded themselves: an id with them is text then, and its endpoint answers as for every id that does not
 * exist.
 */
export const readableUrl = (url: string): string => {
  const path = pathOf({ url })
  return path.includes("%") ? path.split("/").map(readableSegment).join("/") + url.slice(path.length) : url
}
