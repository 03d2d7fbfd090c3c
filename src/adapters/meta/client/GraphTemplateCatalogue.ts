import * as GraphApi from "./GraphApi.ts"
import * as GraphTemplates from "./GraphTemplates.ts"
import * as TokenHealth from "./TokenHealth.ts"
import { Cache, Effect, Exit, FiberSet, Layer, Option, Ref } from "effect"
import type { ChannelAccount } from "../../../domain/conversations/Channel.ts"
import type { ChannelAccountId } from "../../../domain/Ids.ts"
import { type ListedTemplate, type TemplateChange, changedBy, isApproved } from "../../../domain/templates/Template.ts"
import { freshly } from "../../../collections/elapsedMillis.ts"
import { type PlatformFailure, isTransient } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../../ports/templates/TemplateCatalogue.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** Maximum number of accounts with a cached listing. */
const maxAccounts = 500

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
const makeTemplateCopies = Effect.map(Ref.make<State>({ copies: new Map(), readings: new Set() }), (state) => ({
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

  /** Makes the pending listings of the business account stale. */
  cancel: (businessAccountId: string | null) =>
    Ref.update(state, (all) => ({
      ...all,
      readings: new Set(Array.from(all.readings).filter((reading) => reading.businessAccountId !== businessAccountId))
    })),

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

/** Lifetime of a cached listing. */
const freshFor = "5 minutes"

/** Lifetime of an old listing that is served while the platform is down. */
const staleFor = "10 seconds"

interface Served {
  readonly templates: ReadonlyArray<ListedTemplate>
  readonly servedFor: typeof freshFor | typeof staleFor
}

/** Message templates from the Graph API (platforms P3). */
export const layer = (options: GraphApi.GraphOptions) =>
  Layer.effect(
    TemplateCatalogue,
    Effect.gen(function* () {
      const graph = yield* GraphApi.make(options)
      const list = GraphTemplates.listApproved(graph)
      const manage = GraphTemplates.make(graph)
      const copies = yield* makeTemplateCopies

      const outlast = Effect.fnUntraced(function* (id: ChannelAccountId, failure: PlatformFailure) {
        const templates = yield* copies.find(id)
        if (templates === undefined || !isTransient(failure)) return yield* Effect.fail(failure)
        yield* logFailure({ level: "Warn", text: "platform unavailable: serving cached templates" }, failure)
        return { templates, servedFor: staleFor } satisfies Served
      })

      const refresh = (from: ConnectedAccount): Effect.Effect<Served, PlatformFailure> =>
        copies.store(from.account, list(from)).pipe(
          Effect.map((templates) => ({ templates, servedFor: freshFor }) satisfies Served),
          Effect.catch((failure) => outlast(from.account.id, failure)),
          Effect.annotateLogs({ channelAccountId: from.account.id })
        )

      // The token is part of the key, so that a new token takes effect at once.
      const listings = yield* Cache.makeWith(refresh, {
        capacity: maxAccounts,
        timeToLive: Exit.match({ onSuccess: ({ servedFor }) => servedFor, onFailure: () => 0 })
      })
      const get = freshly(listings)
      const readings = yield* FiberSet.make<void>()
      const pending = yield* Ref.make<ReadonlySet<ChannelAccountId>>(new Set())

      /** Reads the listing, unless that is pending. A failed reading is not repeated for a while. */
      const readLater = Effect.fnUntraced(function* (from: ConnectedAccount) {
        const { id } = from.account
        const isPending = yield* Ref.modify(pending, (all) => [all.has(id), new Set([...all, id])])
        if (isPending) return
        const release = Ref.update(pending, (all) => new Set(Array.from(all).filter((other) => other !== id)))
        const reading = get(from).pipe(
          Effect.catch(() => Effect.sleep(staleFor)),
          Effect.ensuring(release),
          Effect.asVoid
        )
        yield* FiberSet.run(readings, reading)
      })

      const forget = Effect.fnUntraced(function* (businessAccountId: string | null) {
        for (const from of Array.from(yield* Cache.keys(listings))) {
          if (from.account.businessAccountId === businessAccountId) yield* Cache.invalidate(listings, from)
        }
      })

      /** The next list of the business account has the change, also while another one is being read. */
      const refreshed = <A, E, R>({ account }: ConnectedAccount, change: Effect.Effect<A, E, R>) =>
        Effect.ensuring(
          change,
          Effect.andThen(copies.cancel(account.businessAccountId), forget(account.businessAccountId))
        )

      return TemplateCatalogue.of({
        ...manage,
        approved: Effect.fn("GraphTemplateCatalogue.approved")((from) =>
          Effect.map(get(from), ({ templates }) => templates)
        ),
        cached: Effect.fnUntraced(function* (from) {
          const found = yield* Cache.getSuccess(listings, from)
          if (Option.isNone(found)) yield* readLater(from)
          return Option.match(found, {
            onNone: () => null,
            onSome: ({ servedFor, templates }) => (servedFor === freshFor ? templates : null)
          })
        }),
        create: (from, draft) => refreshed(from, manage.create(from, draft)),
        edit: (from, template, edit) => refreshed(from, manage.edit(from, template, edit)),
        remove: (from, template, languages) => refreshed(from, manage.remove(from, template, languages)),
        changed: Effect.fn("GraphTemplateCatalogue.changed")(function* (businessAccountId, change) {
          yield* copies.correct(businessAccountId, change)
          yield* forget(businessAccountId)
        })
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
