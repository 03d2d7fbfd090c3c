import type { Lane } from "./cast.ts"

/** A message that has to be there in the end, by the platform's id. */
export interface Said {
  readonly lane: Lane
  readonly account: string
  readonly direction: "inbound" | "outbound"
  /** Its event. */
  readonly event: "message.received" | "message.sent" | "postback"
  /** Its final text; null if it is not compared. */
  words: string | null
  /** The person's latest reaction; null if removed, undefined if there was none. */
  reaction: string | null | undefined
}

/** Answer to a send that failed or whose outcome is unknown. */
export type Unsent = "refused" | "unknown"

/** Text of a deleted message. */
export const deletedWords = "This message was deleted"

/** Events about an earlier message. */
export type Afterwards = "message.reaction" | "message.edited" | "message.deleted"

/** The expected history, as recorded by the senders. */
export interface Diary {
  readonly messages: Map<string, Said>
  /** Later events of messages by id, one for each occurrence. */
  readonly afterwards: Array<readonly [event: Afterwards, messageId: string, Lane]>
  /** Entries of conversations without an event, by a unique word. */
  readonly visits: Map<string, Lane>
  /** Things that people did, by lane. */
  readonly items: Map<Lane, number>
  readonly unsent: Array<readonly [Lane, Unsent]>
  /** Ids of conversations, as often as they were closed while they were open. */
  readonly closings: Array<readonly [conversationId: string, Lane]>
  /** The latest opt-in of each person. */
  readonly optedIn: Map<Lane, boolean>
  /** Failures. */
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
