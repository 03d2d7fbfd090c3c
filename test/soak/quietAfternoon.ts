import { DateTime } from "effect"
import type { SentMessage } from "../../emulator/webhooks/Sends.ts"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import { businesses, castOf, type Lane } from "../../soak/cast.ts"
import { newDiary } from "../../soak/Diary.ts"
import type { Known } from "../../soak/facts/expectedFacts.ts"
import type { Kept } from "../../soak/facts/look.ts"
import { platformMarks } from "../../soak/facts/platformMarks.ts"
import type { Received } from "../../soak/Receiver.ts"
import { newTalk, say } from "../../soak/Talk.ts"

export type KeptMessage = Kept["messages"][number]

/** One after the other, so that everybody talks with everybody. */
const inTurn = () => {
  let last = 0
  return () => (last = (last + 0.37) % 1)
}

const [first, second] = businesses
/** Somebody of WhatsApp with one number, once with each of the first two businesses. */
const { lanes: all } = castOf(40, 15, inTurn())
const talks = (name: string | undefined): ReadonlyArray<Lane> =>
  all.filter(
    ({ business, channel, naming, person }) =>
      business?.name === name && channel === "whatsapp" && naming === "phone" && person.ordinal === 10
  )
export const lanes = [...talks(first?.name), ...talks(second?.name)]

const keptMessage = ({ accounts, business }: Lane, id: string, changes: Partial<KeptMessage> = {}): KeptMessage => ({
  id,
  organization: business?.name ?? "",
  account: accounts[0].id,
  contact: `contact of ${business?.name}`,
  channel: "whatsapp",
  peer: "15551234567",
  conversation_contact: `contact of ${business?.name}`,
  is_in_account: true,
  direction: "inbound",
  status: "delivered",
  words: `words of ${id}`,
  visit: null,
  failure: null,
  reactions: [],
  at: 1_000,
  ...changes
})

/** A person writes to two businesses, and each of them answers: everything is as it should be. */
export const quietAfternoon = () => {
  const diary = newDiary()
  for (const lane of lanes) {
    const talk = newTalk(lane, inTurn(), diary, DateTime.makeUnsafe("2026-11-20T12:00:00Z"))
    const name = lane.business?.name
    say(talk, lane.accounts[0], `said to ${name}`, { words: `words of said to ${name}` })
    say(talk, lane.accounts[0], `said by ${name}`, { direction: "outbound", event: "message.sent" })
  }
  const sends = lanes.map(({ accounts, business, person }): SentMessage => ({
    id: `said by ${business?.name}`,
    channel: "whatsapp",
    accountId: accounts[0].id,
    to: person.waId,
    at: "2026-11-20T12:00:00.000Z",
    answered: true,
    outcomes: ["sent", "delivered", "read"]
  }))
  const messages = lanes.flatMap((lane) => [
    keptMessage(lane, `said to ${lane.business?.name}`),
    keptMessage(lane, `said by ${lane.business?.name}`, { direction: "outbound", status: "read" })
  ])
  const told = ["message.received", "message.sent", "message.delivered", "message.read"]
  const events = lanes.flatMap(({ business }) =>
    told.map((type, place) => ({
      id: `${type} to ${business?.name}`,
      organization: business?.name ?? "",
      type,
      message: `said ${type === "message.received" ? "to" : "by"} ${business?.name}`,
      contact: null,
      conversation: null,
      order: `conversation with ${business?.name}`,
      sequence: place + 1
    }))
  )
  const kept: Kept = {
    messages,
    contacts: lanes.map(({ business, person }) => ({
      id: `contact of ${business?.name}`,
      organization: business?.name ?? "",
      name: person.name,
      phone: person.written,
      opted_in: false,
      known_by: [`phone  ${phoneIdentity(PhoneNumber.make(person.waId))}`]
    })),
    events,
    problems: [],
    usage: lanes.map(({ business }) => ({ organization: business?.name ?? "", used: 5 }))
  }
  const received = events.map(({ id, organization, sequence }, turn): Received => ({
    id,
    path: `/${organization}`,
    body: "{}",
    isSigned: true,
    times: 1,
    sequence: String(sequence),
    turn
  }))
  const known: Known = { diary, sends, marks: platformMarks([]), kept, lanes, nameOf: (name) => name }
  return { known, received }
}
