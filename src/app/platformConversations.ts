import { Effect } from "effect"
import type { OrganizationId } from "../domain/Ids.ts"
import { ChannelAccounts } from "../ports/stores/ChannelAccounts.ts"
import { Instagram } from "../ports/platforms/Instagram.ts"
import { Messenger } from "../ports/platforms/Messenger.ts"
import { spanned } from "../telemetry/spanned.ts"

/** The conversations of the organization's Page, as Messenger lists them now. */
export const messengerConversations = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const platform = yield* Messenger
  return yield* platform.conversations(yield* (yield* ChannelAccounts).connected(organizationId, "messenger"))
}, spanned("messengerConversations"))

/** The conversations of the organization's Instagram account, as Instagram lists them now (contract C24). */
export const instagramConversations = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const platform = yield* Instagram
  return yield* platform.conversations(yield* (yield* ChannelAccounts).connected(organizationId, "instagram"))
}, spanned("instagramConversations"))
