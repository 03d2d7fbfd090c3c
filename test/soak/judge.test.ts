import { assert, describe, it } from "@effect/vitest"
import type { SentMessage } from "../../emulator/webhooks/Sends.ts"
import type { Known } from "../../soak/facts/expectedFacts.ts"
import { judge } from "../../soak/facts/judge.ts"
import type { Kept } from "../../soak/facts/look.ts"
import type { Received } from "../../soak/Receiver.ts"
import { type KeptMessage, lanes, quietAfternoon } from "./quietAfternoon.ts"

const [one = "", other = ""] = lanes.map(({ business }) => business?.name)

/** What is told of the afternoon when something else was kept, or received. */
const told = (
  change: (kept: Kept) => Partial<Kept>,
  hear: (received: ReadonlyArray<Received>) => ReadonlyArray<Received> = (received) => received
) => {
  const { known, received } = quietAfternoon()
  const changed: Known = { ...known, kept: { ...known.kept, ...change(known.kept) } }
  return judge(changed, hear(received)).differences.map(
    ({ key, kind, owner, verdict }) => `${verdict} ${kind} ${key}, ${owner}`
  )
}

/** The messages with another one in the place of this one. */
const instead = (id: string, by: (message: KeptMessage) => ReadonlyArray<KeptMessage>) => (kept: Kept) => ({
  messages: kept.messages.flatMap((message) => (message.id === id ? by(message) : [message]))
})

const unchanged = () => ({})

describe("the verdict after a soak run", () => {
  it("is empty if all expected rows exist", () => {
    assert.strictEqual(lanes.length, 2)
    assert.deepStrictEqual(told(unchanged), [])
  })

  it.each([
    [
      "a message is lost",
      instead(`said to ${one}`, () => []),
      [`lost message said to ${one}, ${one}`, `lost words said to ${one}, ${one}`]
    ],
    [
      "a message is doubled",
      instead(`said to ${one}`, (message) => [message, message]),
      [`doubled message said to ${one}, ${one}`, `doubled words said to ${one}, ${one}`]
    ],
    [
      "a message is with another business",
      instead(`said to ${one}`, (message) => [{ ...message, organization: other }]),
      [`crossed message said to ${one}, ${other}`, `crossed words said to ${one}, ${other}`]
    ],
    [
      "a message is with another business as well",
      instead(`said by ${one}`, (message) => [message, { ...message, organization: other }]),
      [`crossed message said by ${one}, ${other}`, `crossed status said by ${one}, ${other}`]
    ],
    [
      "a message came in on another account",
      instead(`said to ${one}`, (message) => [{ ...message, account: "1" }]),
      [`changed message said to ${one}, ${one}`]
    ],
    [
      "a message is somebody else's",
      instead(`said to ${one}`, (message) => [{ ...message, contact: null }]),
      [`changed message said to ${one}, ${one}`]
    ],
    [
      "a message stands in another person's conversation",
      instead(`said to ${one}`, (message) => [{ ...message, conversation_contact: null }]),
      [`changed message said to ${one}, ${one}`]
    ],
    [
      "a message says something else",
      instead(`said to ${one}`, (message) => [{ ...message, words: "else" }]),
      [`changed words said to ${one}, ${one}`]
    ],
    [
      "a message has another status",
      instead(`said by ${one}`, (message) => [{ ...message, status: "sent" }]),
      [`changed status said by ${one}, ${one}`]
    ],
    [
      "somebody thought something of a message that nobody did",
      instead(`said to ${one}`, (message) => [{ ...message, reactions: [{ by: "contact", reaction: "👍" }] }]),
      [`strange reaction said to ${one}, ${one}`]
    ],
    [
      "there is a message that nobody said",
      instead(`said to ${one}`, (message) => [message, { ...message, id: "unsaid" }]),
      [`strange message unsaid, ${one}`]
    ],
    [
      "a send came to nothing that nobody was told of",
      instead(`said to ${one}`, (message) => [message, { ...message, id: null, failure: "Rejected" }]),
      [`strange unsent refused, ${one}`]
    ]
  ])("reports that %s", (_, change, expected) => {
    assert.deepStrictEqual(told(change), expected)
  })

  it("reports a doubled contact, and a contact that mixes two people", () => {
    const twice = (kept: Kept) => ({ contacts: [...kept.contacts, ...kept.contacts.slice(0, 1)] })
    assert.deepStrictEqual(told(twice), [`doubled contact whatsapp Person 10, ${one}`])
    const mixed = (kept: Kept) => ({
      contacts: kept.contacts.map((contact, index) =>
        index === 0 ? { ...contact, known_by: [...contact.known_by, "phone  15550000000"] } : contact
      )
    })
    assert.include(told(mixed), `lost contact whatsapp Person 10, ${one}`)
    assert.include(told(mixed), `changed message said to ${one}, ${one}`)
  })

  it("reports a lost or doubled event, and one of another business", () => {
    const id = `message.read to ${one}`
    const without = (kept: Kept) => ({ events: kept.events.filter((event) => event.id !== id) })
    const unheard = (received: ReadonlyArray<Received>) => received.filter((one) => one.id !== id)
    assert.deepStrictEqual(told(without, unheard), [
      `lost message.read said by ${one}, ${one}`,
      `changed used , ${one}`
    ])
    assert.deepStrictEqual(told(unchanged, unheard), [`lost received ${id}, ${one}`])

    const again = (kept: Kept) => ({
      events: kept.events.flatMap((event) => (event.id === id ? [event, { ...event, id: "again" }] : [event]))
    })
    const heardAgain = (received: ReadonlyArray<Received>) =>
      received.flatMap((one) => (one.id === id ? [one, { ...one, id: "again" }] : [one]))
    assert.deepStrictEqual(told(again, heardAgain), [
      `doubled message.read said by ${one}, ${one}`,
      `changed used , ${one}`
    ])
  })

  it("reports a webhook at another business, and one without a signature", () => {
    const id = `message.read to ${one}`
    const astray = (received: ReadonlyArray<Received>) =>
      received.map((delivery) => (delivery.id === id ? { ...delivery, path: `/${other}` } : delivery))
    assert.deepStrictEqual(told(unchanged, astray), [`crossed received ${id}, ${other}`])
    const unsigned = (received: ReadonlyArray<Received>) =>
      received.map((delivery) => (delivery.id === id ? { ...delivery, isSigned: false } : delivery))
    assert.deepStrictEqual(told(unchanged, unsigned), [`changed received ${id}, ${one}`])
  })

  it("reports failed items and unrouted deliveries", () => {
    const problem = { account: "1", key: "a", reason: "unrouted", error: "" }
    assert.deepStrictEqual(
      told(() => ({ problems: [problem] })),
      ["strange unrouted , account 1"]
    )
    assert.deepStrictEqual(
      told(() => ({ problems: [{ ...problem, reason: "failed" }] })),
      ["strange failed a, account 1"]
    )
  })

  describe("for a send whose response was lost", () => {
    const [lane] = lanes
    assert.isDefined(lane)
    const lost = (outcomes: SentMessage["outcomes"]): SentMessage => ({
      id: "lost",
      channel: "whatsapp",
      accountId: lane.accounts[0].id,
      to: lane.person.waId,
      at: "2026-11-20T12:00:00.000Z",
      answered: false,
      outcomes
    })
    /** The afternoon with such a send, of which this was kept. */
    const withLost = (outcomes: SentMessage["outcomes"], kept: Partial<KeptMessage>, told: ReadonlyArray<string>) => {
      const { known, received } = quietAfternoon()
      const first = known.kept.messages.find(({ direction }) => direction === "outbound")
      assert.isDefined(first)
      const events = told.map((type, place) => ({
        id: `${type} of lost`,
        organization: one,
        type,
        message: "lost",
        contact: null,
        conversation: null,
        order: `conversation with ${one}`,
        sequence: 5 + place
      }))
      const changed: Known = {
        ...known,
        sends: [...known.sends, lost(outcomes)],
        diary: { ...known.diary, unsent: [[lane, "unknown"]] },
        kept: {
          ...known.kept,
          messages: [...known.kept.messages, { ...first, ...kept }],
          events: [...known.kept.events, ...events],
          usage: known.kept.usage.map(({ organization, used }) => ({
            organization,
            used: organization === one ? used + 1 + told.length : used
          }))
        }
      }
      const heard = events.map(({ id, sequence }, turn): Received => ({
        id,
        path: `/${one}`,
        body: "{}",
        isSigned: true,
        times: 1,
        sequence: String(sequence),
        turn
      }))
      return judge(changed, [...received, ...heard]).differences.map(
        ({ key, kind, verdict }) => `${verdict} ${kind} ${key}`
      )
    }

    it("expects a message with the reported statuses", () => {
      const told = ["message.sent", "message.delivered"]
      assert.deepStrictEqual(withLost(["sent", "delivered"], { id: "lost", status: "delivered" }, told), [])
    })

    it("reports an unknown outcome despite a status", () => {
      const unknown = { id: null, status: "failed", failure: "OutcomeUnknown" }
      const differences = withLost(["sent", "delivered"], unknown, [])
      assert.includeMembers([...differences], ["lost message lost", "strange unsent unknown", "lost message.sent lost"])
    })

    it("expects an unknown outcome without a report", () => {
      assert.deepStrictEqual(withLost([], { id: null, status: "failed", failure: "OutcomeUnknown" }, []), [])
    })
  })
})
