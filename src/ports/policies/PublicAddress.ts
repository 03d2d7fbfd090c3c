import { Context, Effect } from "effect"
import type { MediaId } from "../../domain/Ids.ts"
import { developerMediaPath, mediaPath } from "../../domain/message/Media.ts"

/** Where a file of a message is fetched: an address, or a path when the service does not know its own address. */
export interface FileAddresses {
  /** For members with a session token. The message names it. */
  mediaUrl(id: MediaId): string
  /** For backends with an API key. The event names it. */
  eventMediaUrl(id: MediaId): string
}

/** Where those outside reach what the service keeps. */
export class PublicAddress extends Context.Service<
  PublicAddress,
  {
    /** Waits until the service knows whether it has an address. */
    readonly files: Effect.Effect<FileAddresses>
  }
>()("effect-parley/ports/PublicAddress") {
  /** Below the address that the effect gives, without a trailing slash; paths, where it gives the empty text. */
  static readonly once = (url: Effect.Effect<string>) =>
    PublicAddress.of({
      files: Effect.map(url, (base) => ({
        mediaUrl: (id) => `${base}${mediaPath(id)}`,
        eventMediaUrl: (id) => `${base}${developerMediaPath(id)}`
      }))
    })

  /** Below an address without a trailing slash, or below none. */
  static readonly below = (url: string) => PublicAddress.once(Effect.succeed(url))
}
