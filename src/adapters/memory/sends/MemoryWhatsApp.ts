import { Array, Context, Effect, Layer, Option, Ref } from "effect"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import type {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../domain/messages/PlatformError.ts"
import type { WhatsAppRecipient } from "../../../domain/contacts/ContactIdentity.ts"
import type { WhatsAppContent } from "../../../domain/messages/WhatsAppContent.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { type AcceptedSend, WhatsApp } from "../../../ports/sends/WhatsApp.ts"

/** A call of the port, accepted or refused. */
export interface SentWhatsApp {
  readonly from: ConnectedAccount
  readonly to: WhatsAppRecipient
  readonly content: WhatsAppContent
}

type Answer = Effect.Effect<AcceptedSend, PlatformRejected | PlatformNotReached | PlatformOutcomeUnknown>

/** A recording `WhatsApp`: received calls and scripted answers. */
export class WhatsAppPlatform extends Context.Service<
  WhatsAppPlatform,
  {
    /** Every requested send, in order. */
    readonly requests: Effect.Effect<ReadonlyArray<SentWhatsApp>>
    /**
     * Sets the answer to the next unanswered send. Other sends are accepted as `wamid.1`, `wamid.2`, … per layer. With
     * a persistent database, a second `wamid.1` is the same message as the first.
     */
    answerNext(answer: Answer): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/WhatsAppPlatform") {}

/**
 * Accepts every message, unless `WhatsAppPlatform` has an answer for the next one. Provides the port and
 * `WhatsAppPlatform`.
 */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const requests = yield* Ref.make<ReadonlyArray<SentWhatsApp>>([])
    const answers = yield* Ref.make<ReadonlyArray<Answer>>([])
    const accept = (ordinal: number): Answer =>
      Effect.succeed({ platformMessageId: PlatformMessageId.make(`wamid.${ordinal}`), waId: null })

    return Context.make(
      WhatsApp,
      WhatsApp.of({
        send: Effect.fnUntraced(function* (from, to, content) {
          const ordinal = yield* Ref.modify(requests, (all) => [all.length + 1, [...all, { from, to, content }]])
          const answer = yield* Ref.modify(answers, (all) => [Array.head(all), all.slice(1)])
          return yield* Option.getOrElse(answer, () => accept(ordinal))
        })
      })
    ).pipe(
      Context.add(
        WhatsAppPlatform,
        WhatsAppPlatform.of({
          requests: Ref.get(requests),
          answerNext: (answer) => Ref.update(answers, (all) => [...all, answer])
        })
      )
    )
  })
)
