import { useCallback } from "react"
import type { Channel } from "../../domain/conversation/Channel.ts"
import { changeQuery, usePlace } from "../app/navigation.ts"

/** The person whose phone is shown. */
export interface ChosenPerson {
  readonly channel: Channel
  readonly accountId: string
  readonly personId: string
  /** The name of a person who has not written yet. */
  readonly name: string | null
}

const channels: ReadonlyArray<Channel> = ["whatsapp", "messenger", "instagram"]

/** The person in the fields of a query; null if it names none. */
export const personIn = (query: Readonly<Record<string, string>>): ChosenPerson | null => {
  const channel = channels.find((one) => one === query["channel"])
  const { account: accountId, name = null, person: personId } = query
  if (channel === undefined || accountId === undefined || personId === undefined) return null
  return { channel, accountId, personId, name }
}

/** The chosen person, and how to choose another one. */
export const usePerson = (): readonly [ChosenPerson | null, (person: ChosenPerson | null) => void] => {
  const { query } = usePlace()
  const choose = useCallback(
    (person: ChosenPerson | null) =>
      changeQuery({
        channel: person?.channel ?? null,
        account: person?.accountId ?? null,
        person: person?.personId ?? null,
        name: person?.name ?? null
      }),
    []
  )
  return [personIn(query), choose]
}
