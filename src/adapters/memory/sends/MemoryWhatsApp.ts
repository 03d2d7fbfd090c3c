import { Array, Context, Effect, Layer, Option, Ref } from "effect"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import type {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../domain/messages/PlatformError.ts"
import type { WhatsAppRecipient } from "../../../domain/contacts/WhatsAppUserId.ts"
import type { WhatsAppContent } from "../../../domain/messages/WhatsAppContent.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { type AcceptedSend, WhatsApp } from "../../../ports/sends/WhatsApp.ts"

/** One call of the port, whether it was accepted or refused. */
export interface SentWhatsApp {
  readonly from: ConnectedAccount
  readonly to: WhatsAppRecipient
  readonly content: WhatsAppContent
}

type Answer = Effect.Effect<AcceptedSend, PlatformRejected | PlatformNotReached | PlatformOutcomeUnknown>

/** A recording `WhatsApp`: the calls it received, and its scripted answers. */
export class WhatsAppPlatform extends Context.Service<
  WhatsAppPlatform,
  {
    /** Everything it was asked, in order. */
    readonly asked: Effect.Effect<ReadonlyArray<SentWhatsApp>>
    /**
     * Sets the answer to the next unanswered send. Other sends are accepted as `wamid.1`, `wamid.2`, … of this layer: over a
     * database that is kept, the second `wamid.1` is the message of the first.
     */
    answerNext(answer: Answer): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/WhatsAppPlatform") {}

/** Accepts every message, unless `WhatsAppPlatform` has an answer for the next one. Provides the port and `WhatsAppPlatform`. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const asked = yield* Ref.make<ReadonlyArray<SentWhatsApp>>([])
    const answers = yield* Ref.make<ReadonlyArray<Answer>>([])
    const accept = (ordinal: number): Answer =>
      Effect.succeed({ platformMessageId: PlatformMessageId.make(`wamid.${ordinal}`), waId: null })

    return Context.make(
      WhatsApp,
      WhatsApp.of({
        send: Effect.fnUntraced(function* (from, to, content) {
          const ordinal = yield* Ref.modify(asked, (all) => [all.length + 1, [...all, { from, to, content }]])
          const answer = yield* Ref.modify(answers, (all) => [Array.head(all), all.slice(1)])
          return yield* Option.getOrElse(answer, () => accept(ordinal))
        })
      })
    ).pipe(
      Context.add(
        WhatsAppPlatform,
        WhatsAppPlatform.of({
          asked: Ref.get(asked),
          answerNext: (answer) => Ref.update(answers, (all) => [...all, answer])
        })
      )
    )
  })
)
