import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import { type Lane, laterUserIdOf, userIdOf } from "../cast.ts"
import type { Fact } from "./compareFacts.ts"
import { deletedWords } from "../Diary.ts"
import type { Kept } from "./look.ts"
import type { Received } from "../Receiver.ts"

/** Identity of a person for a business, one for each channel. */
export const personOf = ({ channel, person }: Pick<Lane, "channel" | "person">): string => `${channel} ${person.name}`

const phoneKey = (digits: string): string => `phone  ${phoneIdentity(PhoneNumber.make(digits))}`

/** The identity of a number or of a business-scoped user id. */
const whatsAppKey = (peer: string): string => (/^\d+$/.test(peer) ? phoneKey(peer) : `whatsapp  ${peer}`)

/** Identifiers of a person in the database. */
const namesOf = (lane: Lane): ReadonlyArray<string> => {
  const { accounts, channel, person } = lane
  if (channel !== "whatsapp") return accounts.map(({ id }) => `${channel} ${id} ${person.id}`)
  return [
    ...[person.written, person.waId, person.laterWaId].map(phoneKey),
    ...accounts.flatMap(({ wabaId }) =>
      [userIdOf(wabaId ?? "", person), laterUserIdOf(wabaId ?? "", person)].map((id) => `whatsapp  ${id}`)
    )
  ]
}

/** Which person a contact is; more than one when two became mixed up. */
export const whoIs = (lanes: ReadonlyArray<Lane>) => {
  const people = new Map(lanes.flatMap((lane) => namesOf(lane).map((name) => [name, personOf(lane)] as const)))
  return (knownBy: ReadonlyArray<string>): string =>
    [...new Set(knownBy.map((name) => people.get(name) ?? `nobody (${name})`))].sort().join(" + ")
}

/** The stored and received facts. */
export const foundFacts = (
  { contacts, events, messages, problems, usage }: Kept,
  received: Iterable<Received>,
  lanes: ReadonlyArray<Lane>,
  nameOf: (organization: string) => string
): ReadonlyArray<Fact> => {
  const who = whoIs(lanes)
  const people = new Map(contacts.map(({ id, known_by }) => [id, who(known_by)]))
  const ofMessages = messages.flatMap((message): ReadonlyArray<Fact> => {
    const owner = nameOf(message.organization)
    const { account, contact, conversation_contact, direction, id, is_in_account, visit, words } = message
    // The unreachable recipient of a send is no contact.
    const peerKey =
      message.channel === "whatsapp" ? whatsAppKey(message.peer) : `${message.channel} ${account} ${message.peer}`
    const person = people.get(contact ?? "") ?? (id === null ? who([peerKey]) : "nobody")
    const place = is_in_account && contact === conversation_contact ? "" : ", in a conversation of others"
    if (visit !== null) return [{ kind: "visit", key: visit, owner, detail: person }]
    if (id === null) {
      const isUnknown = message.failure === "OutcomeUnknown"
      return [{ kind: "unsent", key: isUnknown ? "unknown" : "refused", owner, detail: `${account}, ${person}` }]
    }
    const reaction = message.reactions.find(({ by }) => by === "contact")
    return [
      { kind: "message", key: id, owner, detail: `${direction}, ${account}, ${person}${place}` },
      { kind: "words", key: id, owner, detail: words ?? "" },
      ...(direction === "outbound" ? [{ kind: "status", key: id, owner, detail: message.status }] : []),
      ...(reaction === undefined ? [] : [{ kind: "reaction", key: id, owner, detail: reaction.reaction ?? "none" }])
    ]
  })
  const ofContacts = contacts.map(({ id, name, opted_in, organization }): Fact => ({
    kind: "contact",
    key: people.get(id) ?? "",
    owner: nameOf(organization),
    detail: `${name}, ${opted_in === true ? "wants" : "does not want"} to be written to`
  }))
  const deleted = new Set(messages.flatMap(({ id, words }) => (words === deletedWords ? [id] : [])))
  const told = events.flatMap(({ conversation, message, organization, type }): ReadonlyArray<Fact> => {
    // An edit of a deleted message is announced only where it came first.
    if (message !== null && type === "message.edited" && deleted.has(message)) return []
    if (message !== null) return [{ kind: type, key: message, owner: nameOf(organization), detail: "" }]
    return type === "conversation.closed"
      ? [{ kind: type, key: conversation ?? "", owner: nameOf(organization), detail: "" }]
      : []
  })
  const heard = [...received].map(({ id, isSigned, path }): Fact => ({
    kind: "received",
    key: id,
    owner: nameOf(path.slice(1)),
    detail: isSigned ? "" : "not as it was signed, or not the same each time"
  }))
  const notRouted = problems.map(({ account, error, key, reason }): Fact => ({
    kind: reason,
    key: reason === "unrouted" ? "" : key,
    owner: `account ${account}`,
    detail: reason === "unrouted" ? "" : error
  }))
  const used = usage.map((one): Fact => ({
    kind: "used",
    key: "",
    owner: nameOf(one.organization),
    detail: String(one.used)
  }))
  return [...ofMessages, ...ofContacts, ...told, ...heard, ...notRouted, ...used]
}
