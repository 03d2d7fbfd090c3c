import { Effect, Layer, Option, Order } from "effect"
import { type Draft, maxDrafts } from "../../../domain/conversations/Draft.ts"
import type { ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { ConversationDrafts } from "../../../ports/conversations/ConversationDrafts.ts"
import { World } from "../World.ts"

/** The last changed first, of one instant the greater conversation id. */
const lastChanged: Order.Order<Draft> = Order.flip(
  Order.combine(
    Order.mapInput(Order.Number, ({ updatedAt }: Draft) => updatedAt.epochMilliseconds),
    Order.mapInput(Order.String, ({ conversationId }: Draft) => conversationId)
  )
)

const isOf =
  (organizationId: OrganizationId, userId: UserId) =>
  (draft: Draft): boolean =>
    draft.organizationId === organizationId && draft.userId === userId

const isOne = (organizationId: OrganizationId, userId: UserId, conversationId: ConversationId) => {
  const isOwn = isOf(organizationId, userId)
  return (draft: Draft): boolean => isOwn(draft) && draft.conversationId === conversationId
}

/** Drafts after conversations became one: of each member the later draft stays. */
export const joinedDrafts = (
  drafts: ReadonlyArray<Draft>,
  joinedOf: (id: ConversationId) => ConversationId
): ReadonlyArray<Draft> => {
  const keys = new Set<string>()
  return drafts.toSorted(lastChanged).flatMap((draft) => {
    const moved = { ...draft, conversationId: joinedOf(draft.conversationId) }
    const key = `${moved.organizationId} ${moved.userId} ${moved.conversationId}`
    if (keys.has(key)) return []
    keys.add(key)
    return [moved]
  })
}

export const layer = Layer.effect(
  ConversationDrafts,
  Effect.map(World, ({ read, step }) =>
    ConversationDrafts.of({
      list: (organizationId, userId, page) =>
        read("ConversationDrafts.list", ({ drafts }) => {
          const own = drafts.filter(isOf(organizationId, userId)).toSorted(lastChanged)
          return { rows: own.slice(offsetOf(page), offsetOf(page) + page.limit), total: own.length }
        }),
      find: (organizationId, userId, conversationId) =>
        read("ConversationDrafts.find", ({ drafts }) =>
          Option.fromUndefinedOr(drafts.find(isOne(organizationId, userId, conversationId)))
        ),
      save: (draft) =>
        step("ConversationDrafts.save", (state) => {
          const { conversationId, organizationId, userId } = draft
          const isThere =
            state.conversations.some((row) => row.organizationId === organizationId && row.id === conversationId) &&
            state.memberships.some((row) => row.organizationId === organizationId && row.userId === userId)
          if (!isThere) return [Effect.void, state]
          const isOwn = isOf(organizationId, userId)
          const isReplaced = isOne(organizationId, userId, conversationId)
          const others = state.drafts.filter((one) => isOwn(one) && !isReplaced(one)).toSorted(lastChanged)
          const remaining = [...others.slice(0, maxDrafts - 1), draft]
          return [Effect.void, { ...state, drafts: [...state.drafts.filter((one) => !isOwn(one)), ...remaining] }]
        }),
      remove: (organizationId, userId, conversationId) =>
        step("ConversationDrafts.remove", (state) => {
          const isRemoved = isOne(organizationId, userId, conversationId)
          return [Effect.void, { ...state, drafts: state.drafts.filter((draft) => !isRemoved(draft)) }]
        })
    })
  )
)
