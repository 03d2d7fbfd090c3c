import { Context, DateTime, Duration, Effect, FiberSet, Layer, Option, Ref, Result, type Schema } from "effect"
import type { TemplateDefinition } from "../../src/domain/templates/Template.ts"
import { Changes } from "../Changes.ts"
import type { EmulatorSeed } from "../EmulatorSeed.ts"
import type { GraphError } from "../graph/GraphError.ts"
import { templateId } from "../graph/randomIds.ts"
import { savedPart, SavedState } from "../SavedState.ts"
import type { PlatformReport } from "../webhooks/PlatformReport.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import {
  type Decision,
  noTemplates,
  type StoredTemplate,
  type TemplateDraft,
  type TemplateKey,
  TemplatesState,
  isNamed,
  qualityOf,
  withDecision,
  withEdit,
  withNew,
  withRating,
  withSeed,
  without
} from "./TemplatesState.ts"

/** Time until the platform approves a template; `manual`: only `decide` reviews it. */
export type TemplateReview = Duration.Input | "manual"

/** The default review time; real reviews take minutes to hours. */
export const usualReview: TemplateReview = "3 seconds"

/** The templates of all business accounts. */
export class Templates extends Context.Service<
  Templates,
  {
    /** The templates of all business accounts, oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<StoredTemplate>>
    /** Oldest first. */
    ofBusiness(wabaId: string): Effect.Effect<ReadonlyArray<StoredTemplate>>
    find(id: string): Effect.Effect<Option.Option<StoredTemplate>>
    /** Adds a template, which is pending until its review. */
    create(wabaId: string, draft: TemplateDraft): Effect.Effect<TemplateDefinition, GraphError>
    /** Replaces the fields of the draft; the template is pending again. */
    edit(id: string, draft: Partial<TemplateDraft>): Effect.Effect<void, GraphError>
    /** Removes templates, and reports each to the app. */
    remove(ids: ReadonlySet<string>): Effect.Effect<void>
    /** Decides about a template, and reports it to the app. None if there is no such template. */
    decide(wabaId: string, key: TemplateKey, decision: Decision): Effect.Effect<Option.Option<TemplateDefinition>>
    /** Rates a template, and reports it to the app. None if there is no such template. */
    rate(wabaId: string, key: TemplateKey, score: string): Effect.Effect<Option.Option<TemplateDefinition>>
  }
>()("emulator/Templates") {}

const part = savedPart("templates", TemplatesState)

/** The names of a template in reports. The id is a number here (platforms P5). */
const namesIn = ({ id, language, name }: TemplateDefinition) => ({
  message_template_id: Number.isSafeInteger(Number(id)) ? Number(id) : id,
  message_template_name: name,
  message_template_language: language
})

const reportOf = (wabaId: string, at: DateTime.Utc, field: string, value: Schema.JsonObject): PlatformReport => ({
  object: "whatsapp_business_account",
  entryId: wabaId,
  at,
  body: { _tag: "Change", field, value }
})

/** The report of a decision. */
const statusReport = (
  wabaId: string,
  definition: TemplateDefinition,
  { event, reason = "NONE" }: Decision,
  at: DateTime.Utc
): PlatformReport =>
  reportOf(wabaId, at, "message_template_status_update", {
    event,
    ...namesIn(definition),
    message_template_category: definition.category,
    reason
  })

const make = Effect.fnUntraced(function* (seed: EmulatorSeed, review: TemplateReview) {
  const webhooks = yield* Webhooks
  const { touch } = yield* Changes
  const reviews = yield* FiberSet.make<void>()
  const reviewAll = ({ templates }: TemplatesState): Effect.Effect<void> =>
    Effect.forEach(
      templates,
      ({ definition, reviewAt }) => (reviewAt === null ? Effect.void : reviewLater(definition.id, reviewAt)),
      { discard: true }
    )
  const state = yield* (yield* SavedState).ref(part, noTemplates, { imported: reviewAll })
  yield* Ref.update(state, (saved) => withSeed(saved, seed))
  const nowMillis = Effect.map(DateTime.now, DateTime.toEpochMillis)
  const reviewAfter = (now: number) => (review === "manual" ? null : now + Duration.toMillis(review))

  /** Changes the templates, or fails and leaves them unchanged. */
  const change = (act: (before: TemplatesState) => Result.Result<TemplatesState, GraphError>) =>
    Effect.flatMap(
      Ref.modify(state, (before): readonly [Result.Result<void, GraphError>, TemplatesState] =>
        Result.match(act(before), {
          onFailure: (error) => [Result.fail(error), before],
          onSuccess: (after) => [Result.void, after]
        })
      ),
      (result) => Effect.andThen(touch("templates"), Effect.fromResult(result))
    )

  const decide = Effect.fnUntraced(function* (wabaId: string, key: TemplateKey, decision: Decision) {
    const decided = yield* Ref.modify(state, (before) => withDecision(before, wabaId, key, decision))
    if (Option.isSome(decided)) {
      yield* touch("templates")
      yield* webhooks.report(statusReport(wabaId, decided.value, decision, yield* DateTime.now))
    }
    return decided
  })

  const rate = Effect.fnUntraced(function* (wabaId: string, key: TemplateKey, score: string) {
    const before = (yield* Ref.get(state)).templates.find(isNamed(wabaId, key))
    if (before === undefined) return Option.none<TemplateDefinition>()
    yield* Ref.update(state, (all) => withRating(all, wabaId, key, score))
    yield* touch("templates")
    const value = {
      previous_quality_score: qualityOf(before.definition),
      new_quality_score: score,
      ...namesIn(before.definition)
    }
    yield* webhooks.report(reportOf(wabaId, yield* DateTime.now, "message_template_quality_update", value))
    return Option.some(before.definition)
  })

  const find = (id: string) =>
    Effect.map(Ref.get(state), ({ templates }) =>
      Option.fromUndefinedOr(templates.find(({ definition }) => definition.id === id))
    )

  /** Approves the template at that time, unless it was decided or resubmitted before. */
  const reviewLater = (id: string, reviewAt: number) =>
    Effect.gen(function* () {
      yield* Effect.sleep(Math.max(0, reviewAt - (yield* nowMillis)))
      const found = yield* find(id)
      if (Option.isNone(found) || found.value.reviewAt !== reviewAt) return
      yield* decide(found.value.wabaId, found.value.definition, { event: "APPROVED" })
    }).pipe((reviewing) => FiberSet.run(reviews, reviewing), Effect.asVoid)

  yield* reviewAll(yield* Ref.get(state))

  return Templates.of({
    all: Effect.map(Ref.get(state), ({ templates }) => templates),
    ofBusiness: (wabaId) =>
      Effect.map(Ref.get(state), ({ templates }) => templates.filter((one) => one.wabaId === wabaId)),
    find,
    create: Effect.fnUntraced(function* (
      wabaId,
      { category, components, definition: parts, language, more, name, ...rest }
    ) {
      const now = yield* nowMillis
      const reviewAt = reviewAfter(now)
      const id = yield* templateId
      const definition = { id, name, ...rest, language, status: "PENDING", category, components: parts }
      yield* change((before) => withNew(before, { wabaId, definition, components, more, reviewAt, edits: [] }, now))
      if (reviewAt !== null) yield* reviewLater(id, reviewAt)
      return definition
    }),
    edit: Effect.fnUntraced(function* (id, draft) {
      const now = yield* nowMillis
      const reviewAt = reviewAfter(now)
      yield* change((before) => withEdit(before, id, draft, now, reviewAt))
      if (reviewAt !== null) yield* reviewLater(id, reviewAt)
    }),
    remove: Effect.fnUntraced(function* (ids) {
      const now = yield* DateTime.now
      const before = yield* Ref.getAndUpdate(state, (all) => without(all, ids, DateTime.toEpochMillis(now)))
      yield* touch("templates")
      for (const { definition, wabaId } of before.templates) {
        if (ids.has(definition.id)) yield* webhooks.report(statusReport(wabaId, definition, { event: "DELETED" }, now))
      }
    }),
    decide,
    rate
  })
})

export const layer = (
  seed: EmulatorSeed,
  review: TemplateReview = usualReview
): Layer.Layer<Templates, never, Webhooks> => Layer.effect(Templates, make(seed, review))
