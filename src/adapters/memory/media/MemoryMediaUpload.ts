import { Array, Context, Effect, Layer, Option, Ref, Stream } from "effect"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import { type FileForPlatform, MediaUpload } from "../../../ports/media/MediaStore.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"

/** A file uploaded to the platform. */
export interface UploadedFile extends Omit<FileForPlatform, "bytes"> {
  readonly to: ConnectedAccount
  readonly bytes: Uint8Array
}

/** A recording `MediaUpload`: received files and scripted failures. */
export class UploadPlatform extends Context.Service<
  UploadPlatform,
  {
    /** All uploaded files, in order. */
    readonly uploaded: Effect.Effect<ReadonlyArray<UploadedFile>>
    /** Makes the next upload fail. Other uploads return the ids `file.1`, `file.2`, … */
    failNext(failure: PlatformFailure): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/UploadPlatform") {}

/** Accepts every file, unless a test sets a failure. Provides the port and `UploadPlatform`. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const uploaded = yield* Ref.make<ReadonlyArray<UploadedFile>>([])
    const failures = yield* Ref.make<ReadonlyArray<PlatformFailure>>([])
    return Context.make(
      MediaUpload,
      MediaUpload.of({
        upload: Effect.fnUntraced(function* (to, { bytes, ...file }) {
          const failure = yield* Ref.modify(failures, (all) => [Array.head(all), all.slice(1)])
          if (Option.isSome(failure)) return yield* Effect.fail(failure.value)
          const whole = Buffer.concat(yield* Stream.runCollect(bytes))
          const ordinal = yield* Ref.modify(uploaded, (all) => [
            all.length + 1,
            [...all, { ...file, to, bytes: whole }]
          ])
          return `file.${ordinal}`
        })
      })
    ).pipe(
      Context.add(
        UploadPlatform,
        UploadPlatform.of({
          uploaded: Ref.get(uploaded),
          failNext: (failure) => Ref.update(failures, (all) => [...all, failure])
        })
      )
    )
  })
)
