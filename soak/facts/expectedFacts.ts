import type { SentMessage } from "../../emulator/webhooks/Sends.ts"
import { callsHerself, type Lane } from "../cast.ts"
import type { Fact } from "./compareFacts.ts"
import { deletedWords, type Diary, type Said } from "../Diary.ts"
import { personOf } from "./foundFacts.ts"
import type { Kept } from "./look.ts"
import { markKey, type PlatformMarks } from "./platformMarks.ts"

export interface Known {
  readonly diary: Diary
  readonly sends: ReadonlyArray<SentMessage>
  readonly marks: PlatformMarks
  /** Read marks count by the clock of the service. */
  readonly kept: Kept
  readonly lanes: ReadonlyArray<Lane>
  readonly nameOf: (organization: string) => string
}

const unknownWords = { words: null, reaction: undefined }

/** Messages that the platform sent and reported without an answer. */
interface Unanswered {
  readonly id: string
  readonly said: Said
  /** Whether a report names the send: a status of WhatsApp, an echo of Messenger. It is no unknown outcome then. */
  readonly isNamed: boolean
}

/**
 * What the platform sent without an answer, and reported itself: the business wrote it, as far as anybody can tell. What the
 * business knows by its id was reported before the answer was lost.
 */
const unanswered = ({ diary, lanes, sends }: Known): ReadonlyArray<Unanswered> => {
  const byName = new Map(
    lanes.flatMap((lane) =>
      lane.accounts.flatMap(({ id }) =>
        [lane.person.id, lane.person.waId, lane.person.laterWaId].map((name) => [markKey(id, name), lane] as const)
      )
    )
  )
  return sends.flatMap(({ accountId, answered, channel, id, outcomes, to }) => {
    const lane = byName.get(markKey(accountId, to))
    const isEchoed = outcomes.includes("echo")
    // An echo of Messenger names the send, and one of Instagram is matched by its content (contract: Echoes that name
    // no send).
    const isNamed = channel === "whatsapp" ? outcomes.some((outcome) => outcome !== "echo") : isEchoed
    if (answered || diary.messages.has(id) || lane === undefined || (!isEchoed && !isNamed)) return []
    const said: Said = { lane, account: accountId, direction: "outbound", event: "message.sent", ...unknownWords }
    return [{ id, said, isNamed }]
  })
}

/** The sends with an unknown outcome, without those of each lane that reports completed. */
const unsentOf = ({ diary }: Known, completed: ReadonlyArray<Unanswered>): Diary["unsent"] => {
  const left = new Map<Lane, number>()
  for (const { isNamed, said } of completed) if (isNamed) left.set(said.lane, (left.get(said.lane) ?? 0) + 1)
  return diary.unsent.filter(([lane, how]) => {
    const count = left.get(lane) ?? 0
    if (how !== "unknown" || count === 0) return true
    left.set(lane, count - 1)
    return false
  })
}

/** State of a message of the business, as far as the platform has reported it. */
const statusOf = ({ kept, marks, sends }: Known) => {
  const outcomes = new Map(sends.map((sent) => [sent.id, sent.outcomes]))
  const times = new Map(kept.messages.flatMap(({ at, id }) => (id === null ? [] : [[id, at] as const])))
  const whose = new Map(
    kept.messages.flatMap(({ account, contact, id }) =>
      id === null ? [] : [[id, markKey(account, contact ?? "")] as const]
    )
  )
  // Instagram reports one read message: earlier ones were read as well.
  const readUpTo = new Map<string, number>()
  for (const id of marks.readIds) {
    const key = whose.get(id) ?? ""
    readUpTo.set(key, Math.max(readUpTo.get(key) ?? 0, times.get(id) ?? 0))
  }
  return (id: string, { account, lane }: Said): string => {
    const of = outcomes.get(id) ?? []
    if (lane.channel === "whatsapp") {
      return (["read", "delivered", "failed"] as const).find((outcome) => of.includes(outcome)) ?? "sent"
    }
    const at = times.get(id) ?? Infinity
    const key = markKey(account, lane.person.id)
    if (at <= (marks.read.get(key) ?? 0) || at <= (readUpTo.get(whose.get(id) ?? "") ?? 0)) return "read"
    return at <= (marks.delivered.get(key) ?? 0) ? "delivered" : "sent"
  }
}

const receipts: Readonly<Record<string, ReadonlyArray<string>>> = {
  sent: [],
  delivered: ["message.delivered"],
  read: ["message.delivered", "message.read"],
  failed: ["message.failed"]
}

const ofMessage = (id: string, said: Said, status: string): ReadonlyArray<Fact> => {
  const { account, direction, event, lane, reaction, words } = said
  const owner = lane.business?.name ?? ""
  const isOurs = direction === "outbound"
  return [
    { kind: "message", key: id, owner, detail: `${direction}, ${account}, ${personOf(lane)}` },
    ...(words === null ? [] : [{ kind: "words", key: id, owner, detail: words }]),
    ...(isOurs ? [{ kind: "status", key: id, owner, detail: status }] : []),
    ...(reaction === undefined ? [] : [{ kind: "reaction", key: id, owner, detail: reaction ?? "none" }]),
    { kind: event, key: id, owner, detail: "" },
    ...(isOurs ? (receipts[status] ?? []).map((kind) => ({ kind, key: id, owner, detail: "" })) : [])
  ]
}

const ofPeople = ({ diary, lanes }: Known): ReadonlyArray<Fact> =>
  [...Map.groupBy(lanes, (lane) => `${lane.business?.name}, ${personOf(lane)}`).values()].flatMap((own) =>
    own.slice(0, 1).flatMap((lane) => {
      const wants = own.some((one) => diary.optedIn.get(one) === true)
      const detail = `${callsHerself(lane)}, ${wants ? "wants" : "does not want"} to be written to`
      return lane.business === null ? [] : [{ kind: "contact", key: personOf(lane), owner: lane.business.name, detail }]
    })
  )

/** The expected usage of a month: sends that succeeded or may have, and every event. */
const used = (owner: string, { diary, kept, nameOf }: Known, taken: ReadonlySet<string>): Fact => {
  const sent = [...diary.messages].filter(([id, { lane }]) => taken.has(id) && lane.business?.name === owner).length
  const unknown = diary.unsent.filter(([lane, how]) => how === "unknown" && lane.business?.name === owner).length
  const told = kept.events.filter(({ organization }) => nameOf(organization) === owner).length
  return { kind: "used", key: "", owner, detail: String(sent + unknown + told) }
}

/** The expected facts. */
export const expectedFacts = (known: Known): ReadonlyArray<Fact> => {
  const { diary, kept, lanes, nameOf, sends } = known
  const status = statusOf(known)
  const lost = unanswered(known)
  const messages = [...diary.messages, ...lost.map(({ id, said }) => [id, said] as const)].filter(
    ([, { lane }]) => lane.business !== null
  )
  const taken = new Set(sends.map(({ id }) => id))
  const owners = [...new Set(lanes.flatMap(({ business }) => (business === null ? [] : [business.name])))]
  return [
    ...messages.flatMap(([id, said]) => ofMessage(id, said, status(id, said))),
    ...diary.afterwards
      .filter(([event, id]) => event !== "message.edited" || diary.messages.get(id)?.words !== deletedWords)
      .flatMap(([kind, key, { business }]): ReadonlyArray<Fact> =>
        business === null ? [] : [{ kind, key, owner: business.name, detail: "" }]
      ),
    ...[...diary.visits].map(([key, lane]): Fact => ({
      kind: "visit",
      key,
      owner: lane.business?.name ?? "",
      detail: personOf(lane)
    })),
    ...unsentOf(known, lost).map(([lane, key]): Fact => ({
      kind: "unsent",
      key,
      owner: lane.business?.name ?? "",
      detail: `${lane.accounts[0].id}, ${personOf(lane)}`
    })),
    ...ofPeople(known),
    ...diary.closings.map(([key, lane]): Fact => ({
      kind: "conversation.closed",
      key,
      owner: lane.business?.name ?? "",
      detail: ""
    })),
    ...kept.events.map(({ id, organization }): Fact => ({
      kind: "received",
      key: id,
      owner: nameOf(organization),
      detail: ""
    })),
    ...[...diary.items]
      .filter(([lane]) => lane.business === null)
      .flatMap(([lane, count]) =>
        Array.from({ length: count }, (): Fact => ({
          kind: "unrouted",
          key: "",
          owner: `account ${lane.accounts[0].id}`,
          detail: ""
        }))
      ),
    ...owners.map((owner) => used(owner, known, taken))
  ]
}
