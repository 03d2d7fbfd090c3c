import { Array, Effect, Option, Ref } from "effect"
import type { PlatformMessageId } from "../../../domain/Ids.ts"
import type { MessageTag, MessengerContent } from "../../../domain/message/MessengerContent.ts"
import type { PlatformFailure } from "../../../domain/message/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/stores/ChannelAccounts.ts"

export interface SentToPerson {
  readonly from: ConnectedAccount
  readonly to: string
  readonly content: MessengerContent
  readonly tag: MessageTag | null
}

type Answer = Effect.Effect<PlatformMessageId, PlatformFailure>

/** A recording Messenger or Instagram: the calls it received, and its scripted answers. */
export interface PersonPlatform<Conversation> {
  /** Every requested send, in order. */
  readonly asked: Effect.Effect<ReadonlyArray<SentToPerson>>
  /** Sets the answer to the next unanswered send. Other sends are accepted under ascending ids. */
  answerNext(answer: Answer): Effect.Effect<void>
  /** What it lists for this account of the platform from now on; nothing before that. */
  setConversations(externalId: string, conversations: ReadonlyArray<Conversation>): Effect.Effect<void>
  /** Fails the next listing. */
  failNextListing(failure: PlatformFailure): Effect.Effect<void>
}

/** Such a platform, and the methods of its port. `accepted` is the id of the message that was sent as this one. */
export const make = Effect.fnUntraced(function* <Conversation>(accepted: (ordinal: number) => PlatformMessageId) {
  const asked = yield* Ref.make<ReadonlyArray<SentToPerson>>([])
  const answers = yield* Ref.make<ReadonlyArray<Answer>>([])
  const conversations = yield* Ref.make<ReadonlyMap<string, ReadonlyArray<Conversation>>>(new Map())
  const failures = yield* Ref.make<ReadonlyArray<PlatformFailure>>([])

  const platform: PersonPlatform<Conversation> = {
    asked: Ref.get(asked),
    answerNext: (answer) => Ref.update(answers, (all) => [...all, answer]),
    setConversations: (externalId, listed) => Ref.update(conversations, (all) => new Map(all).set(externalId, listed)),
    failNextListing: (failure) => Ref.update(failures, (all) => [...all, failure])
  }
  const port = {
    send: Effect.fnUntraced(function* (
      from: ConnectedAccount,
      to: string,
      content: MessengerContent,
      tag: MessageTag | null
    ) {
      const ordinal = yield* Ref.modify(asked, (all) => [all.length + 1, [...all, { from, to, content, tag }]])
      const answer = yield* Ref.modify(answers, (all) => [Array.head(all), all.slice(1)])
      return yield* Option.getOrElse(answer, (): Answer => Effect.succeed(accepted(ordinal)))
    }),
    conversations: Effect.fnUntraced(function* ({ account }: ConnectedAccount) {
      const failure = yield* Ref.modify(failures, (all) => [Array.head(all), all.slice(1)])
      if (Option.isSome(failure)) return yield* Effect.fail(failure.value)
      return (yield* Ref.get(conversations)).get(account.externalId) ?? []
    })
  }
  return { platform, port }
})
