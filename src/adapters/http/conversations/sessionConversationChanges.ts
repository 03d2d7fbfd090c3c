import { Effect } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import type { SnoozeRefused } from "../../../domain/conversations/snooze.ts"
import {
  type BadRequest,
  Conflict,
  Forbidden,
  invalidField,
  missingField,
  NotFound
} from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard } from "../interfaces/session/middleware.ts"
import { withOptionalBody } from "../messages/signs.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { conversationRefusals } from "../sends/sessionSendFailures.ts"
import {
  type ActionFieldMissing,
  AdjustedConversation,
  BulkAnswer,
  BulkRequest,
  changeFor,
  closedText,
  descriptions,
  prioritizeFor,
  PriorityRequest,
  snoozeEndTexts,
  snoozeFor,
  SnoozeRequest,
  unsnoozeFor
} from "./ConversationChanges.ts"
import { ConversationIdText } from "./ConversationViews.ts"

const params = { conversationId: ConversationIdText }

/** Endpoints of snooze, priority and bulk actions (contract: Snoozing a conversation; Bulk actions). */
export const changeEndpoints = [
  HttpApiEndpoint.post("snooze", "/conversations/:conversationId/snooze", {
    params,
    payload: [SnoozeRequest, HttpApiSchema.NoContent],
    success: AdjustedConversation,
    error: [Forbidden, NotFound, Conflict]
  })
    .middleware(IdempotencyGuard)
    .annotate(OpenApi.Transform, withOptionalBody)
    .annotate(OpenApi.Summary, "Snooze a conversation")
    .annotate(OpenApi.Description, descriptions.snooze),
  HttpApiEndpoint.post("unsnooze", "/conversations/:conversationId/unsnooze", {
    params,
    success: AdjustedConversation,
    error: [Forbidden, NotFound]
  })
    .middleware(IdempotencyGuard)
    .annotate(OpenApi.Summary, "End the snooze of a conversation")
    .annotate(OpenApi.Description, descriptions.unsnooze),
  HttpApiEndpoint.put("prioritize", "/conversations/:conversationId/priority", {
    params,
    payload: PriorityRequest,
    success: AdjustedConversation,
    error: [Forbidden, NotFound]
  })
    .annotate(OpenApi.Summary, "Set the priority of a conversation")
    .annotate(OpenApi.Description, descriptions.prioritize),
  HttpApiEndpoint.post("change", "/conversations/bulk", { payload: BulkRequest, success: BulkAnswer })
    .middleware(IdempotencyGuard)
    .annotate(OpenApi.Summary, "Change many conversations")
    .annotate(OpenApi.Description, descriptions.change)
] as const

/** Failure of a snooze. */
export const snoozeEndRefused = refusalFor(
  "The end of the snooze is past or too far ahead",
  ({ reason }: { readonly reason: keyof typeof snoozeEndTexts }): BadRequest =>
    invalidField("until", snoozeEndTexts[reason]),
  { reason: "past" }
)

export const closedRefused = refusal("The conversation is closed", new Conflict({ error: closedText }))

export const assigneeUnknown = refusal(
  "The user to assign is no member",
  invalidField("userId", "not a member of this organization")
)

export const actionFieldMissing = refusalFor(
  "A field of the action is missing",
  ({ field }: Pick<ActionFieldMissing, "field">) => missingField(field),
  { field: "userId" }
)

/** Handlers of `changeEndpoints`. */
export const changeHandlers = {
  snooze: Effect.fnUntraced(
    function* ({
      params,
      payload
    }: {
      readonly params: { readonly conversationId: string }
      readonly payload: typeof SnoozeRequest.Type | void
    }) {
      return yield* snoozeFor(yield* Access, params.conversationId, payload)
    },
    Effect.catchTags({
      ...conversationRefusals,
      SnoozeRefused: ({ reason }: SnoozeRefused): Effect.Effect<never, BadRequest | Conflict> =>
        Effect.fail(reason === "closed" ? closedRefused() : snoozeEndRefused({ reason }))
    })
  ),
  unsnooze: Effect.fnUntraced(function* ({ params }: { readonly params: { readonly conversationId: string } }) {
    return yield* unsnoozeFor(yield* Access, params.conversationId)
  }, Effect.catchTags(conversationRefusals)),
  prioritize: Effect.fnUntraced(function* ({
    params,
    payload
  }: {
    readonly params: { readonly conversationId: string }
    readonly payload: typeof PriorityRequest.Type
  }) {
    return yield* prioritizeFor(yield* Access, params.conversationId, payload)
  }, Effect.catchTags(conversationRefusals)),
  change: Effect.fnUntraced(
    function* ({ payload }: { readonly payload: typeof BulkRequest.Type }) {
      return yield* changeFor(yield* Access, payload)
    },
    Effect.catchTags({
      NotAMember: assigneeUnknown,
      ActionFieldMissing: actionFieldMissing,
      SnoozeRefused: ({ reason }: SnoozeRefused) =>
        Effect.fail(reason === "closed" ? closedRefused() : snoozeEndRefused({ reason }))
    })
  )
}
