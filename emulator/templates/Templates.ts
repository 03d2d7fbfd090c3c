import { Context, DateTime, Duration, Effect, FiberSet, Layer, Option, Ref, Result } from "effect"
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
  withDecision,
  withEdit,
  withNew,
  withSeed,
  without
} from "./TemplatesState.ts"

/** How long the platform takes to approve a template by itself; `manual`: it waits for a decision by `decide`. */
export type TemplateReview = Duration.Input | "manual"

/** Real reviews take minutes to hours. */
export const usualReview: TemplateReview = "3 seconds"

/** The templates of all business accounts. */
export class Templates extends Context.Service<
  Templates,
  {
    /** The templates of all business accounts, the oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<StoredTemplate>>
    /** The oldest first. */
    ofBusiness(wabaId: string): Effect.Effect<ReadonlyArray<StoredTemplate>>
    find(id: string): Effect.Effect<Option.Option<StoredTemplate>>
    /** Adds a template, which waits for its review. */
    create(wabaId: string, draft: TemplateDraft): Effect.Effect<TemplateDefinition, GraphError>
    /** Replaces what the draft names; the template waits for its review again. */
    edit(id: string, draft: Partial<TemplateDraft>): Effect.Effect<void, GraphError>
    /** Removes templates, and reports each to the app. */
    remove(ids: ReadonlySet<string>): Effect.Effect<void>
    /** Decides about a template, and reports it to the app. None when there is no such template. */
    decide(wabaId: string, key: TemplateKey, decision: Decision): Effect.Effect<Option.Option<TemplateDefinition>>
  }
>()("emulator/Templates") {}

const part = savedPart("templates", TemplatesState)

/** Tells the app of a decision. The id is a number here (platforms P5). */
const statusReport = (
  wabaId: string,
  { category, id, language, name }: TemplateDefinition,
  { event, reason = "NONE" }: Decision,
  at: DateTime.Utc
): PlatformReport => ({
  object: "whatsapp_business_account",
  entryId: wabaId,
  at,
  body: {
    _tag: "Change",
    field: "message_template_status_update",
    value: {
      event,
      message_template_id: Number.isSafeInteger(Number(id)) ? Number(id) : id,
      message_template_name: name,
      message_template_language: language,
      message_template_category: category,
      reason
    }
  }
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

  /** Changes the templates, or fails and leaves them. */
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

  const find = (id: string) =>
    Effect.map(Ref.get(state), ({ templates }) =>
      Option.fromUndefinedOr(templates.find(({ definition }) => definition.id === id))
    )

  /** Approves the template at the instant, unless it was decided about, or submitted again, before. */
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
    decide
  })
})

export const layer = (
  seed: EmulatorSeed,
  review: TemplateReview = usualReview
): Layer.Layer<Templates, never, Webhooks> => Layer.effect(Templates, make(seed, review))
