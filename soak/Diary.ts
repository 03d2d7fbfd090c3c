import type { Lane } from "./cast.ts"

/** A message that has to be there in the end, by the platform's id. */
export interface Said {
  readonly lane: Lane
  readonly account: string
  readonly direction: "inbound" | "outbound"
  /** What announces it. */
  readonly event: "message.received" | "message.sent" | "postback"
  /** What it says in the end; null where that is not looked at. */
  words: string | null
  /** What the person last thought of it; null when that was taken back, undefined when they never said. */
  reaction: string | null | undefined
}

/** What the business was told of a send that came to nothing, or to nobody knows what. */
export type Unsent = "refused" | "unknown"

/** What a deleted message says. */
export const deletedWords = "This message was deleted"

/** What announces that something became of a message that was there before. */
export type Afterwards = "message.reaction" | "message.edited" | "message.deleted"

/** Everything that happened, as those who did it know. */
export interface Diary {
  readonly messages: Map<string, Said>
  /** What became of messages, by their ids, as often as it did. */
  readonly afterwards: Array<readonly [event: Afterwards, messageId: string, Lane]>
  /** What people did that is noted in a conversation and announced to nobody, by a word of their own. */
  readonly visits: Map<string, Lane>
  /** Things that people did, by lane. */
  readonly items: Map<Lane, number>
  readonly unsent: Array<readonly [Lane, Unsent]>
  /** Ids of conversations, as often as they were closed while they were open. */
  readonly closings: Array<readonly [conversationId: string, Lane]>
  /** Who wants to be written to, as they said last. */
  readonly optedIn: Map<Lane, boolean>
  /** What should not have happened at all. */
  readonly surprises: Array<string>
}

export const newDiary = (): Diary => ({
  messages: new Map(),
  afterwards: [],
  visits: new Map(),
  items: new Map(),
  unsent: [],
  closings: [],
  optedIn: new Map(),
  surprises: []
})
