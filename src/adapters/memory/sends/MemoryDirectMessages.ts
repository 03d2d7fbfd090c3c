import { Array, Context, Effect, Layer, Option, Ref } from "effect"
import type { PlatformConversation } from "../../../domain/conversations/Conversation.ts"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import { type DirectMessage, reactionId } from "../../../domain/messages/messenger/MessengerContent.ts"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import { DirectMessages } from "../../../ports/sends/WhatsApp.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"

/** A call of the port, accepted or refused. `to` is the person, or the comment that a private reply answers. */
export interface SentDirectMessage extends DirectMessage {
  readonly from: ConnectedAccount
  readonly to: string
}

/** The author of each comment. */
const commenter = (commentId: string): string => `author_of_${commentId}`

type Answer = Effect.Effect<PlatformMessageId, PlatformFailure>

/** A recording Messenger and Instagram: received calls and scripted answers. */
export class DirectMessagesPlatform extends Context.Service<
  DirectMessagesPlatform,
  {
    /** Every requested send, in order. */
    readonly requests: Effect.Effect<ReadonlyArray<SentDirectMessage>>
    /** Sets the answer to the next unanswered send. Other sends are accepted as `m_1`, `m_2`, … or `ig_1`, `ig_2`, … */
    answerNext(answer: Answer): Effect.Effect<void>
    /** Sets the conversations that the platform lists for this account; none by default. */
    setConversations(externalId: string, conversations: ReadonlyArray<PlatformConversation>): Effect.Effect<void>
    /** Makes the next listing fail. */
    failNextListing(failure: PlatformFailure): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/DirectMessagesPlatform") {}

/**
 * Accepts every message, unless `DirectMessagesPlatform` has an answer for the next one. Provides the port and
 * `DirectMessagesPlatform`.
 */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const requests = yield* Ref.make<ReadonlyArray<SentDirectMessage>>([])
    const answers = yield* Ref.make<ReadonlyArray<Answer>>([])
    const conversations = yield* Ref.make<ReadonlyMap<string, ReadonlyArray<PlatformConversation>>>(new Map())
    const failures = yield* Ref.make<ReadonlyArray<PlatformFailure>>([])
    const accept = ({ account }: ConnectedAccount, ordinal: number): Answer =>
      Effect.succeed(PlatformMessageId.make(`${account.channel === "instagram" ? "ig" : "m"}_${ordinal}`))

    const request = Effect.fnUntraced(function* (from: ConnectedAccount, to: string, message: DirectMessage) {
      const ordinal = yield* Ref.modify(requests, (all) => [all.length + 1, [...all, { from, to, ...message }]])
      return { ordinal, scripted: yield* Ref.modify(answers, (all) => [Array.head(all), all.slice(1)]) }
    })

    return Context.make(
      DirectMessages,
      DirectMessages.of({
        send: Effect.fnUntraced(function* (from, to, message, sendId) {
          const { ordinal, scripted } = yield* request(from, to, message)
          return yield* Option.getOrElse(scripted, () =>
            message.content._tag === "Reaction" ? Effect.succeed(reactionId(sendId)) : accept(from, ordinal)
          )
        }),
        replyToComment: Effect.fnUntraced(function* (from, commentId, content) {
          const { ordinal, scripted } = yield* request(from, commentId, { content, tag: null, replyTo: null })
          const platformMessageId = yield* Option.getOrElse(scripted, () => accept(from, ordinal))
          return { platformMessageId, personId: commenter(commentId) }
        }),
        conversations: Effect.fnUntraced(function* ({ account }) {
          const failure = yield* Ref.modify(failures, (all) => [Array.head(all), all.slice(1)])
          if (Option.isSome(failure)) return yield* Effect.fail(failure.value)
          return (yield* Ref.get(conversations)).get(account.externalId) ?? []
        })
      })
    ).pipe(
      Context.add(
        DirectMessagesPlatform,
        DirectMessagesPlatform.of({
          requests: Ref.get(requests),
          answerNext: (answer) => Ref.update(answers, (all) => [...all, answer]),
          setConversations: (externalId, listed) =>
            Ref.update(conversations, (all) => new Map(all).set(externalId, listed)),
          failNextListing: (failure) => Ref.update(failures, (all) => [...all, failure])
        })
      )
    )
  })
)
