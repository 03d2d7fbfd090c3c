import { Context, type Effect } from "effect"
import type { FileAddresses } from "../../domain/message/Media.ts"

/** Where those outside reach what the service keeps. */
export class PublicAddress extends Context.Service<
  PublicAddress,
  {
    /** Where files are fetched. Waits until the service knows its own address, if it finds it out at all. */
    readonly files: Effect.Effect<FileAddresses>
  }
>()("effect-parley/ports/PublicAddress") {}
