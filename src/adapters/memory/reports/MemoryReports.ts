import { Effect, HashSet, Layer, Schema } from "effect"
import { type OrganizationId, UserId } from "../../../domain/Ids.ts"
import { conversationFacts, factCounters, placeOf, reportedMessage } from "../../../domain/reports/conversationFacts.ts"
import type { ReportSum } from "../../../domain/reports/Report.ts"
import {
  type ReportCounter,
  countedMessage,
  messageCounters,
  sumCounters
} from "../../../domain/reports/reportCounters.ts"
import { type ReportQuery, Reports } from "../../../ports/reports/Reports.ts"
import type { State, StoredConversation } from "../State.ts"
import { World } from "../World.ts"

const isUser = Schema.is(UserId)

const factsOf = ({ conversationTurns, echoes, messages }: State, conversation: StoredConversation) =>
  conversationFacts({
    createdAt: conversation.createdAt.epochMilliseconds,
    hiddenAt: conversation.isHidden ? conversation.updatedAt.epochMilliseconds : null,
    turns: conversationTurns
      .filter(({ conversationId }) => conversationId === conversation.id)
      .map(({ at, closedBy, isClosed }) => ({
        at: at.epochMilliseconds,
        isClosed,
        memberId: isClosed && isUser(closedBy) ? closedBy : null
      })),
    messages: messages
      .filter(({ conversationId }) => conversationId === conversation.id)
      .flatMap((message) => reportedMessage(message, HashSet.has(echoes, message.id)) ?? [])
  })

/** The counters of all messages and conversations of the organization, computed anew. */
export const recountedReports = (state: State, organizationId: OrganizationId): ReadonlyArray<ReportCounter> =>
  sumCounters([
    ...state.messages
      .filter((message) => message.organizationId === organizationId)
      .flatMap((message) => messageCounters(countedMessage(message))),
    ...state.conversations
      .filter((conversation) => conversation.organizationId === organizationId)
      .flatMap((conversation) => factCounters(placeOf(conversation), factsOf(state, conversation)))
  ])

const sumsIn = (
  counters: ReadonlyArray<ReportCounter>,
  { measures, spans, subject }: ReportQuery
): ReadonlyArray<ReportSum> => {
  const counted = counters.filter((counter) => counter.subject === subject && measures.includes(counter.measure))
  return spans.flatMap(({ end, start }, span) =>
    sumCounters(
      counted.flatMap((counter) => (counter.bucket >= start && counter.bucket < end ? [{ ...counter, bucket: 0 }] : []))
    ).map(({ bin, key, measure, number }) => ({ span, key, measure, bin, number }))
  )
}

/** Reports that are computed at each read. Deleted messages do not count. */
export const layer = Layer.effect(
  Reports,
  Effect.map(World, ({ read }) =>
    Reports.of({
      fold: () => Effect.succeed(0),
      foldAny: () => Effect.succeed(0),
      sums: (organizationId, query) =>
        read("Reports.sums", (state) => sumsIn(recountedReports(state, organizationId), query))
    })
  )
)
