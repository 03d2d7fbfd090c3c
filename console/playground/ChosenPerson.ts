import type { Channel } from "../../src/domain/conversations/Channel.ts"

/** The person whose phone is visible. */
export interface ChosenPerson {
  readonly channel: Channel
  readonly accountId: string
  readonly personId: string
  /** Name of a new person, before the first message. */
  readonly name: string | null
}

const channels: ReadonlyArray<Channel> = ["whatsapp", "messenger", "instagram"]

/** Reads the person from the fields of a query; null without one. */
export const personIn = (query: Readonly<Record<string, string>>): ChosenPerson | null => {
  const channel = channels.find((one) => one === query["channel"])
  const { account: accountId, name = null, person: personId } = query
  if (channel === undefined || accountId === undefined || personId === undefined) return null
  return { channel, accountId, personId, name }
}

/** Parses the id of a person on the channel; null if it is invalid. */
export const personIdOf = (channel: Channel, text: string): string | null => {
  const digits = text.replaceAll(/[\s().+-]/g, "")
  const isId = channel === "whatsapp" ? /^[1-9]\d{6,14}$/.test(digits) : /^\d{1,30}$/.test(digits)
  return isId ? digits : null
}
