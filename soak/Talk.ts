import { DateTime } from "effect"
import type { InboundRequest } from "../emulator/person/inbound.ts"
import { type Account, type Lane, laterUserIdOf, userIdOf } from "./cast.ts"
import type { Afterwards, Diary, Said } from "./Diary.ts"
import { type Draw, oneOf } from "./draw.ts"

/** A message that can be answered, or thought something of. */
export interface Known {
  readonly id: string
  readonly account: Account
}

/** A text of the person, which they may edit or delete. */
export interface OwnText extends Known {
  edits: number
  isGone: boolean
}

/** State of a lane's conversation. */
export interface Talk {
  readonly lane: Lane
  readonly draw: Draw
  readonly diary: Diary
  readonly begin: DateTime.Utc
  readonly texts: Array<OwnText>
  readonly known: Array<Known>
  /** Messages of the business that have an id. */
  readonly answers: Array<Known>
  /** Counter for unique values. */
  count: number
  isMoved: boolean
  isRenamed: boolean
  /** The conversations that the business closed, and has not opened again. */
  readonly closed: Set<string>
}

/** An action of a person, and its record once the platform has assigned an id. */
export interface Doing {
  readonly request: InboundRequest
  readonly note: (id: string | null) => void
}

export const newTalk = (lane: Lane, draw: Draw, diary: Diary, begin: DateTime.Utc): Talk => ({
  lane,
  draw,
  diary,
  begin,
  texts: [],
  known: [],
  answers: [],
  count: 0,
  isMoved: false,
  isRenamed: false,
  closed: new Set()
})

/** A unique text. */
export const words = (talk: Talk): string => `${talk.lane.key}, ${(talk.count += 1)}`

/** Increasing seconds, since the platform's times have no finer order. */
export const later = (talk: Talk): string =>
  DateTime.formatIso(DateTime.add(talk.begin, { minutes: 30, seconds: (talk.count += 1) }))

/** A message is there from now on. */
export const say = (talk: Talk, account: Account, id: string, said: Partial<Said> = {}): void => {
  talk.diary.messages.set(id, {
    lane: talk.lane,
    account: account.id,
    direction: "inbound",
    event: "message.received",
    words: null,
    reaction: undefined,
    ...said
  })
  talk.known.push({ id, account })
}

/** For what nothing has to be noted of. */
export const nothing = (): void => undefined

/** Notes a message with the id that the platform gave it. */
export const saying =
  (talk: Talk, account: Account, said: Partial<Said> = {}) =>
  (id: string | null): void => {
    if (id === null) talk.diary.surprises.push(`a message without an id: ${talk.lane.key}`)
    else say(talk, account, id, said)
  }

/** A text of the person's own, which may be changed later. */
export const sayingText = (talk: Talk, account: Account, text: string) => (id: string | null) => {
  saying(talk, account, { words: text })(id)
  if (id !== null) talk.texts.push({ id, account, edits: 0, isGone: false })
}

/** Notes what became of a message that is there, and that it is announced. */
export const becoming =
  ({ diary, lane }: Talk, id: string, event: Afterwards, change: (said: Said) => void) =>
  (): void => {
    const said = diary.messages.get(id)
    if (said === undefined) return
    change(said)
    diary.afterwards.push([event, id, lane])
  }

/** A random element; undefined for an empty list. */
export const someOf = <A>({ draw }: Talk, [first, ...others]: ReadonlyArray<A>): A | undefined =>
  first === undefined ? undefined : oneOf(draw, [first, ...others])

/** A text of the person that is not deleted. */
export const textOf = (talk: Talk): OwnText | undefined =>
  someOf(
    talk,
    talk.texts.filter(({ isGone }) => !isGone)
  )

/** The number that the person has now. */
export const phoneOf = ({ isMoved, lane: { person } }: Talk): string => (isMoved ? person.laterWaId : person.waId)

/** Identifiers of a WhatsApp person in a webhook; `fully` for all of them. */
export const naming = (talk: Talk, wabaId: string, fully: boolean) => {
  const { draw, isRenamed, lane } = talk
  const { name } = lane.person
  const userId = (isRenamed ? laterUserIdOf : userIdOf)(wabaId, lane.person)
  switch (lane.naming) {
    case "phone":
    case "moving":
      return { from: phoneOf(talk), name }
    case "userId":
      return { from: userId, name }
    case "both":
    case "renamed": {
      const identify = fully ? "both" : oneOf(draw, ["phone", "userId", "both"] as const)
      return { from: phoneOf(talk), name, userId, identify }
    }
  }
}
