import { Context, type Effect } from "effect"
import type { FileAddresses } from "../../domain/media/Media.ts"

/** The address of the service for clients outside. */
export class PublicAddress extends Context.Service<
  PublicAddress,
  {
    /** The addresses of files. Waits in demo mode until the service listens, and so knows its own address. */
    readonly files: Effect.Effect<FileAddresses>
  }
>()("effect-parley/ports/PublicAddress") {}
