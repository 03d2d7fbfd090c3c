import { Context, DateTime, Effect, Layer, Ref, Schema } from "effect"
import type { GraphError } from "../graph/GraphError.ts"
import { messengerKey } from "../graph/randomIds.ts"
import { newestOf } from "../person/Windows.ts"
import { savedPart, SavedState } from "../SavedState.ts"
import { platformRefusal } from "./platformRefusal.ts"
import type { Inbox } from "./Sender.ts"

/** Maximum number of stored comments; the oldest are removed first. */
const maxComments = 10_000

/** The time after a comment during which it may be answered privately. */
const replyPeriod = "7 days"

/** The platform's codes for a comment that cannot be answered privately. */
const refusals = { answered: 10900, unknown: 10902, old: 10903 }

const Comment = Schema.Struct({
  author: Schema.String,
  at: Schema.DateTimeUtcFromString,
  isAnswered: Schema.Boolean
})
type Known = ReadonlyMap<string, typeof Comment.Type>

const part = savedPart("comments", Schema.ReadonlyMap(Schema.String, Comment))

/** Public comments below the posts of Pages and Instagram accounts. Each gets one private reply. */
export class Comments extends Context.Service<
  Comments,
  {
    /** Records a comment of the person, and returns its id. */
    add(inbox: Inbox, author: string, at: DateTime.Utc, id?: string): Effect.Effect<string>
    /** Whether the comment is below a post of the inbox. */
    has(inbox: Inbox, id: string): Effect.Effect<boolean>
    /** The author of a comment that may be answered. */
    author(inbox: Inbox, id: string): Effect.Effect<string, GraphError>
    /** Records that the comment was answered. */
    answered(inbox: Inbox, id: string): Effect.Effect<void>
  }
>()("emulator/Comments") {}

const keyOf = ({ channel, id }: Inbox, comment: string): string => `${channel} ${id} ${comment}`

const make = Effect.gen(function* () {
  const known = yield* (yield* SavedState).ref<Known>(part, new Map())
  return Comments.of({
    add: Effect.fnUntraced(function* (inbox, author, at, named) {
      const id = named ?? `${inbox.id}_${yield* messengerKey}`
      yield* Ref.update(known, (all) =>
        newestOf(new Map(all).set(keyOf(inbox, id), { author, at, isAnswered: false }), maxComments)
      )
      return id
    }),
    has: (inbox, id) => Effect.map(Ref.get(known), (all) => all.has(keyOf(inbox, id))),
    author: Effect.fnUntraced(function* (inbox, id) {
      const comment = (yield* Ref.get(known)).get(keyOf(inbox, id))
      const refuse = (code: number) => Effect.fail(platformRefusal(inbox.channel, code, undefined))
      if (comment === undefined) return yield* refuse(refusals.unknown)
      if (comment.isAnswered) return yield* refuse(refusals.answered)
      const end = DateTime.addDuration(comment.at, replyPeriod)
      return DateTime.isGreaterThan(yield* DateTime.now, end) ? yield* refuse(refusals.old) : comment.author
    }),
    answered: (inbox, id) =>
      Ref.update(known, (all) => {
        const comment = all.get(keyOf(inbox, id))
        return comment === undefined ? all : new Map(all).set(keyOf(inbox, id), { ...comment, isAnswered: true })
      })
  })
})

export const layer = Layer.effect(Comments, make)
