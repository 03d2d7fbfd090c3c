import { Effect, Ref } from "effect"
import type { ChannelAccount } from "../../../domain/conversations/Channel.ts"
import type { ChannelAccountId } from "../../../domain/Ids.ts"
import {
  changedBy,
  isApproved,
  type ListedTemplate,
  type TemplateChange
} from "../../../domain/templates/ListedTemplate.ts"

/** Accounts whose templates are kept. */
export const maxAccounts = 500

type Templates = ReadonlyArray<ListedTemplate>

interface Copy {
  readonly businessAccountId: string | null
  readonly templates: Templates
}

/** A pending listing of the platform. It is compared by identity, not by content. */
type Reading = Pick<Copy, "businessAccountId">

interface State {
  readonly copies: ReadonlyMap<ChannelAccountId, Copy>
  /** Those that will still be true when they are there. */
  readonly readings: ReadonlySet<Reading>
}

/** The copies with this one as the youngest, and without the oldest when they become too many. */
const withCopy = (copies: State["copies"], id: ChannelAccountId, copy: Copy): State["copies"] => {
  const others = Array.from(copies).filter(([kept]) => kept !== id)
  return new Map([...others, [id, copy] as const].slice(-maxAccounts))
}

const without = (readings: State["readings"], reading: Reading): State["readings"] =>
  new Set(Array.from(readings).filter((other) => other !== reading))

/**
 * The templates that the platform listed last, account by account, with the changes that it has told since. A listing
 * that was asked for before a change is not stored: it may be stale, and the corrected copy is not.
 */
export const make = Effect.map(Ref.make<State>({ copies: new Map(), readings: new Set() }), (state) => ({
  find: (id: ChannelAccountId) => Effect.map(Ref.get(state), ({ copies }) => copies.get(id)?.templates),

  /** Stores the listing of the account. */
  keeping: <E, R>({ businessAccountId, id }: ChannelAccount, read: Effect.Effect<Templates, E, R>) =>
    Effect.acquireUseRelease(
      Effect.suspend(() => {
        const reading: Reading = { businessAccountId }
        const begin = Ref.update(state, (all) => ({ ...all, readings: new Set([...all.readings, reading]) }))
        return Effect.as(begin, reading)
      }),
      (reading) =>
        Effect.tap(read, (templates) =>
          Ref.update(state, (all) =>
            all.readings.has(reading)
              ? { ...all, copies: withCopy(all.copies, id, { businessAccountId, templates }) }
              : all
          )
        ),
      (reading) => Ref.update(state, (all) => ({ ...all, readings: without(all.readings, reading) }))
    ),

  /** Makes the change in every copy of the business account. */
  correct: (businessAccountId: string, change: TemplateChange) =>
    Ref.update(state, ({ copies, readings }) => ({
      copies: new Map(
        Array.from(copies, ([id, copy]) =>
          copy.businessAccountId === businessAccountId
            ? [id, { businessAccountId, templates: copy.templates.map(changedBy(change)).filter(isApproved) }]
            : [id, copy]
        )
      ),
      readings: new Set(Array.from(readings).filter((reading) => reading.businessAccountId !== businessAccountId))
    }))
}))
