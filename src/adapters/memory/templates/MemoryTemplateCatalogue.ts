import { Array, Context, Effect, Layer, Option, Ref } from "effect"
import type { ChannelAccountId } from "../../../domain/Ids.ts"
import { type ListedTemplate, type TemplateChange, changedBy, isApproved } from "../../../domain/templates/Template.ts"
import { TemplateNameTaken, TemplateUnknown } from "../../../domain/templates/TemplateDraft.ts"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../../ports/templates/TemplateCatalogue.ts"

/** A change of a template, with its business account. */
export interface ReportedChange {
  readonly businessAccountId: string
  readonly change: TemplateChange
}

/** The templates of an account, and the number of changes reported by then. */
interface Listing {
  readonly templates: ReadonlyArray<ListedTemplate>
  readonly reported: number
}

/** A scripted platform behind `TemplateCatalogue`. */
export class TemplatePlatform extends Context.Service<
  TemplatePlatform,
  {
    /** The accounts whose templates were requested, in order. */
    readonly requests: Effect.Effect<ReadonlyArray<ConnectedAccount>>
    /** Sets the templates of this account, approved or not; none by default. */
    setTemplates(id: ChannelAccountId, templates: ReadonlyArray<ListedTemplate>): Effect.Effect<void>
    /** The changes that the catalogue received, in order. */
    readonly changes: Effect.Effect<ReadonlyArray<ReportedChange>>
    /** Makes the next request fail. */
    failNext(failure: PlatformFailure): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/TemplatePlatform") {}

const noListing: Listing = { templates: [], reported: 0 }

/** The first id of a submitted template; the platform's have 16 digits. */
const firstId = 1_000_000_000_000_000

/**
 * Lists nothing, unless `TemplatePlatform` has templates for the account or the port created some. A submitted template
 * stays pending until a reported change. Provides the port and `TemplatePlatform`.
 */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const requests = yield* Ref.make<ReadonlyArray<ConnectedAccount>>([])
    const listings = yield* Ref.make<ReadonlyMap<ChannelAccountId, Listing>>(new Map())
    const changes = yield* Ref.make<ReadonlyArray<ReportedChange>>([])
    const failures = yield* Ref.make<ReadonlyArray<PlatformFailure>>([])
    const submitted = yield* Ref.make(0)

    const request = Effect.fnUntraced(function* (from: ConnectedAccount) {
      yield* Ref.update(requests, (all) => [...all, from])
      const failure = yield* Ref.modify(failures, (all) => [Array.head(all), all.slice(1)])
      if (Option.isSome(failure)) return yield* Effect.fail(failure.value)
    })

    const listed = Effect.fnUntraced(function* ({ account }: ConnectedAccount) {
      const { reported, templates } = (yield* Ref.get(listings)).get(account.id) ?? noListing
      return (yield* Ref.get(changes))
        .slice(reported)
        .filter(({ businessAccountId }) => businessAccountId === account.businessAccountId)
        .reduce((current, { change }) => current.map(changedBy(change)), templates)
    })

    const setTemplates = Effect.fnUntraced(function* (id: ChannelAccountId, templates: Listing["templates"]) {
      const reported = (yield* Ref.get(changes)).length
      yield* Ref.update(listings, (all) => new Map(all).set(id, { templates, reported }))
    })

    const update = Effect.fnUntraced(function* (
      from: ConnectedAccount,
      after: (templates: Listing["templates"]) => Listing["templates"]
    ) {
      yield* setTemplates(from.account.id, after(yield* listed(from)))
    })

    return Context.make(
      TemplateCatalogue,
      TemplateCatalogue.of({
        approved: (from) => Effect.map(Effect.andThen(request(from), listed(from)), Array.filter(isApproved)),
        cached: (from) => Effect.map(listed(from), Array.filter(isApproved)),
        all: (from) => Effect.andThen(request(from), listed(from)),
        find: Effect.fnUntraced(function* (from, id) {
          yield* request(from)
          return (yield* listed(from)).find((template) => template.id === id) ?? (yield* new TemplateUnknown())
        }),
        create: Effect.fnUntraced(function* (from, draft) {
          yield* request(from)
          const { category, components, language, name, parameter_format } = draft
          const isTaken = (yield* listed(from)).some((one) => one.name === name && one.language === language)
          if (isTaken) return yield* new TemplateNameTaken({ reason: "exists" })
          const ordinal = yield* Ref.getAndUpdate(submitted, (count) => count + 1)
          const created = { id: String(firstId + ordinal), status: "PENDING", category }
          yield* update(from, (all) => [...all, { ...created, name, language, components, parameter_format }])
          return created
        }),
        edit: Effect.fnUntraced(function* (from, { id }, { category, components }) {
          yield* request(from)
          yield* update(
            from,
            Array.map((one) =>
              one.id === id
                ? {
                    ...one,
                    status: "PENDING",
                    category: category ?? one.category,
                    components: components ?? one.components
                  }
                : one
            )
          )
        }),
        remove: Effect.fnUntraced(function* (from, { id, name }, languages) {
          yield* request(from)
          yield* update(
            from,
            Array.filter((one) => (languages === "all" ? one.name !== name : one.id !== id))
          )
        }),
        uploadExample: (from, { mimeType, size }) => Effect.as(request(from), `4::${mimeType}:${size}`),
        changed: (businessAccountId, change) => Ref.update(changes, (all) => [...all, { businessAccountId, change }])
      })
    ).pipe(
      Context.add(
        TemplatePlatform,
        TemplatePlatform.of({
          requests: Ref.get(requests),
          changes: Ref.get(changes),
          setTemplates,
          failNext: (failure) => Ref.update(failures, (all) => [...all, failure])
        })
      )
    )
  })
)
