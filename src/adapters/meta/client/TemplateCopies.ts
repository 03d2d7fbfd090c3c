import { Effect, Ref } from "effect"
import type { ChannelAccount } from "../../../domain/conversations/Channel.ts"
import type { ChannelAccountId } from "../../../domain/Ids.ts"
import { type ListedTemplate, type TemplateChange, changedBy, isApproved } from "../../../domain/templates/Template.ts"

/** Maximum number of accounts with a cached listing. */
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
  /** The pending listings that no change has made stale. */
  readonly readings: ReadonlySet<Reading>
}

/** Adds the copy as the youngest, and drops the oldest ones beyond the maximum. */
const withCopy = (copies: State["copies"], id: ChannelAccountId, copy: Copy): State["copies"] => {
  const others = Array.from(copies).filter(([kept]) => kept !== id)
  return new Map([...others, [id, copy] as const].slice(-maxAccounts))
}

const without = (readings: State["readings"], reading: Reading): State["readings"] =>
  new Set(Array.from(readings).filter((other) => other !== reading))

/**
 * The last listed templates of each account, with the changes reported since. A listing that was requested before a
 * change is not stored: it may be stale, and the corrected copy is not.
 */
export const make = Effect.map(Ref.make<State>({ copies: new Map(), readings: new Set() }), (state) => ({
  find: (id: ChannelAccountId) => Effect.map(Ref.get(state), ({ copies }) => copies.get(id)?.templates),

  /** Stores the listing of the account. */
  store: <E, R>({ businessAccountId, id }: ChannelAccount, read: Effect.Effect<Templates, E, R>) =>
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

  /** Applies the change to every copy of the business account. */
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
