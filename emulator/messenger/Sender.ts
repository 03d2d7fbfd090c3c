import { Effect } from "effect"
import type { EmulatorSeed } from "../EmulatorSeed.ts"
import { opaqueText } from "../graph/page.ts"
import { instagramKey, messengerKey } from "../graph/randomIds.ts"

/** Where the people of one channel write to. */
export interface Inbox {
  readonly channel: "messenger" | "instagram"
  /** The Page's id, or the Instagram account's. */
  readonly id: string
  /** The Page's name, or the Instagram account's username. */
  readonly name: string
}

/** What an id in the path stands for: a Page, or an Instagram account that no Page stands before. */
export interface Sender {
  readonly id: string
  /** The tokens that may act for it. */
  readonly tokens: ReadonlyArray<string>
  /** A Page's own, then that of the Instagram account that is linked to it; else the Instagram account's own. */
  readonly inboxes: readonly [Inbox, ...ReadonlyArray<Inbox>]
}

/** Instagram accounts without a Page have an API of their own, which words its refusals in its own way. */
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

/** The id of a message. Those of Instagram hide what they are about: account, conversation and message. */
export const messageId = ({ channel, id }: Inbox, person: string): Effect.Effect<string> =>
  channel === "messenger"
    ? Effect.map(messengerKey, (key) => `m_${key}`)
    : Effect.map(instagramKey, (key) => opaqueText(`ig_dm_item:1:IGMessageID:${id}:${id}${person}:${key}`))

/** The id of the conversation with a person, the same for ever. */
export const conversationId = ({ channel, id }: Inbox, person: string): string =>
  channel === "messenger" ? `t_${person}` : opaqueText(`ig_dm:${id}${person}`)
