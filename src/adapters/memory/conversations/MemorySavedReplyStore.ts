import { Effect, Layer, Option, Order } from "effect"
import { hasPrefix, type SavedReply, shortcutPrefix } from "../../../domain/conversations/SavedReply.ts"
import type { OrganizationId, UserId } from "../../../domain/Ids.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { type SavedReplyFilter, SavedReplyStore } from "../../../ports/conversations/SavedReplyStore.ts"
import { pick } from "../newest.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"

const inOrder: Order.Order<SavedReply> = Order.combineAll([
  Order.mapInput(Order.String, ({ shortcut }: SavedReply) => shortcutPrefix(shortcut)),
  Order.mapInput(Order.Boolean, ({ ownerId }: SavedReply) => ownerId === null),
  Order.mapInput(Order.String, ({ id }: SavedReply) => id)
])

const isListed =
  ({ language, ownerId, prefix }: SavedReplyFilter) =>
  (reply: SavedReply): boolean =>
    (reply.ownerId === null || reply.ownerId === ownerId) &&
    (prefix === null || hasPrefix(reply, prefix)) &&
    (language === null || reply.language === null || reply.language === language)

const ofOwner = ({ savedReplies }: State, organizationId: OrganizationId, ownerId: UserId | null) =>
  savedReplies.filter((reply) => reply.organizationId === organizationId && reply.ownerId === ownerId)

export const layer = Layer.effect(
  SavedReplyStore,
  Effect.map(World, ({ read, step }) =>
    SavedReplyStore.of({
      list: (organizationId, filter, page) =>
        read("SavedReplyStore.list", ({ savedReplies }) => {
          const own = savedReplies.filter((reply) => reply.organizationId === organizationId)
          const found = own.filter(isListed(filter)).toSorted(inOrder)
          return { rows: found.slice(offsetOf(page), offsetOf(page) + page.limit), total: found.length }
        }),
      find: (organizationId, id) =>
        read("SavedReplyStore.find", ({ savedReplies }) => pick(savedReplies, organizationId, id)),
      withShortcut: (organizationId, ownerId, shortcut) =>
        read("SavedReplyStore.withShortcut", (state) =>
          ofOwner(state, organizationId, ownerId)
            .filter((reply) => reply.shortcut === shortcut)
            .toSorted(inOrder)
        ),
      count: (organizationId, ownerId) =>
        read("SavedReplyStore.count", (state) => ofOwner(state, organizationId, ownerId).length),
      add: (reply) =>
        step("SavedReplyStore.add", (state) => [
          Effect.void,
          { ...state, savedReplies: [...state.savedReplies, reply] }
        ]),
      save: ({ id, language, mediaId, organizationId, shortcut, text, updatedAt }) =>
        step("SavedReplyStore.save", (state) => {
          const savedReplies = state.savedReplies.map((stored) =>
            stored.organizationId === organizationId && stored.id === id
              ? { ...stored, language, mediaId, shortcut, text, updatedAt }
              : stored
          )
          return [Effect.void, { ...state, savedReplies }]
        }),
      remove: (organizationId, id) =>
        step("SavedReplyStore.remove", (state) => {
          const gone = Option.getOrUndefined(pick(state.savedReplies, organizationId, id))
          const savedReplies = state.savedReplies.filter((stored) => stored !== gone)
          return [Effect.succeed(gone !== undefined), { ...state, savedReplies }]
        })
    })
  )
)
