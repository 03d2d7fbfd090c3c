import { Effect } from "effect"
import type { EmulatorSeed } from "../EmulatorSeed.ts"
import { opaqueText } from "../graph/page.ts"
import { instagramKey, messengerKey } from "../graph/randomIds.ts"

/** The inbox of one channel. */
export interface Inbox {
  readonly channel: "messenger" | "instagram"
  /** The id of the Page or Instagram account. */
  readonly id: string
  /** The name of the Page, or the username of the Instagram account. */
  readonly name: string
}

/** The object of an id in the path: a Page, or an Instagram account without a Page. */
export interface Sender {
  readonly id: string
  /** The tokens that may act for it. */
  readonly tokens: ReadonlyArray<string>
  /** The inboxes: a Page's own and that of its linked Instagram account, else the Instagram account's own. */
  readonly inboxes: readonly [Inbox, ...ReadonlyArray<Inbox>]
}

/** Whether the sender uses Instagram's own API, which has its own error texts. */
export const isInstagramLogin = ({ inboxes }: Sender): boolean => inboxes[0].channel === "instagram"

/** All senders of the seed. */
export const sendersOf = ({ instagramAccounts = [], pages = [] }: EmulatorSeed): ReadonlyArray<Sender> => {
  const inboxOf = ({ id, username }: (typeof instagramAccounts)[number]): Inbox => ({
    channel: "instagram",
    id,
    name: username
  })
  const ofPages = pages.map(({ accessToken, id, name }): Sender => {
    const linked = instagramAccounts.filter(({ pageId }) => pageId === id)
    return {
      id,
      tokens: [accessToken, ...linked.map((account) => account.accessToken)],
      inboxes: [{ channel: "messenger", id, name }, ...linked.map(inboxOf)]
    }
  })
  const ownLogins = instagramAccounts
    .filter(({ pageId }) => pageId === undefined)
    .map((account): Sender => ({ id: account.id, tokens: [account.accessToken], inboxes: [inboxOf(account)] }))
  return [...ofPages, ...ownLogins]
}

/** The id of a message. Instagram's ids encode the account, the conversation and the message. */
export const messageId = ({ channel, id }: Inbox, person: string): Effect.Effect<string> =>
  channel === "messenger"
    ? Effect.map(messengerKey, (key) => `m_${key}`)
    : Effect.map(instagramKey, (key) => opaqueText(`ig_dm_item:1:IGMessageID:${id}:${id}${person}:${key}`))

/** The id of the conversation with a person, which never changes. */
export const conversationId = ({ channel, id }: Inbox, person: string): string =>
  channel === "messenger" ? `t_${person}` : opaqueText(`ig_dm:${id}${person}`)
