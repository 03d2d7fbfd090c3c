import { Context } from "effect"
import type { MediaId } from "../../domain/Ids.ts"
import { mediaPath } from "../../domain/message/Media.ts"

/** Where those outside reach what the service keeps. */
export class PublicAddress extends Context.Service<
  PublicAddress,
  {
    /** Where a file of a message is fetched: an address, or a path when the service does not know its own. */
    mediaUrl(id: MediaId): string
  }
>()("effect-parley/ports/PublicAddress") {
  /** Below an address without a trailing slash, or below none. */
  static readonly below = (url: string) => PublicAddress.of({ mediaUrl: (id) => `${url}${mediaPath(id)}` })
}
