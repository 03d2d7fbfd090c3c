import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import { metIdentities } from "../../../src/domain/contacts/ContactIdentity.ts"
import type { ChannelAccount } from "../../../src/domain/conversations/Channel.ts"
import { Inbound, type InboundPerson } from "../../../src/domain/inbound/Inbound.ts"
import { type InboxState, emptyInbox } from "../../../src/domain/inbound/InboxState.ts"
import type { PublicMessageStatus } from "../../../src/domain/messages/Message.ts"
import {
  bsuid,
  contactNamed,
  contactsIn,
  knownByPhone,
  messagesIn,
  only,
  person,
  phone,
  pmid,
  reported,
  messageReport,
  withTalk
} from "../../../testing/inbound/given.ts"
import { announced, instagram, minute, number, page, run, take } from "../../../testing/inbound/world.ts"

const ada = person([phone("16505550000")])
const echo = messageReport(number, "m1", ada, 1, { echo: true })
const known = take(emptyInbox, { ...echo })

const status = (
  told: PublicMessageStatus,
  failure: (typeof Inbound.cases.StatusReported.Type)["failure"] = null,
  whom: InboundPerson | null = ada
) => ({
  account: number,
  item: Inbound.cases.StatusReported.make({
    ...reported(number, `status ${told}`, 9),
    platformMessageId: pmid("m1"),
    sendId: null,
    status: told,
    failure,
    person: whom
  })
})

const failure = (code: number, details: string | null) => ({ code, title: "Title", message: "Message", details })
const added = (state: InboxState) => announced(state).slice(3)
const parkedIn = ({ parked }: InboxState) =>
  [...HashMap.values(parked)].map(({ platformMessageId }) => platformMessageId)

describe("a status of a send to a number, with the user id of the person", () => {
  const both = person([phone("16505550000"), bsuid("US.1")])
  const identitiesOf = (state: InboxState) => contactsIn(state).map(({ identities }) => identities)
  const tied = [[...metIdentities(number, both.ids)]]

  it("links the id to the contact after the platform has sent the message", () => {
    const after = take(known, status("sent", null, both))
    assert.deepStrictEqual(identitiesOf(after), tied)
    assert.deepStrictEqual(added(after), [])
    assert.deepStrictEqual(identitiesOf(take(known, status("delivered", null, both))), identitiesOf(known))
  })

  it("merges the contacts of both ids", () => {
    const two = take(known, messageReport(number, "m2", person([bsuid("US.1")]), 2))
    assert.strictEqual(contactsIn(two).length, 2)
    const after = take(two, status("sent", null, both))
    assert.deepStrictEqual(identitiesOf(after), tied)
    assert.strictEqual(only(contactsIn(after)).contact.phone, phone("16505550000").value)
  })

  it("waits for its message and creates no contact", () => {
    const waiting = take(emptyInbox, status("sent", null, both))
    assert.deepStrictEqual([parkedIn(waiting), contactsIn(waiting)], [["m1"], []])
    assert.deepStrictEqual(parkedIn(take(waiting, echo)), [null])
  })
})

describe("a status", () => {
  it("waits for its message", () => {
    const waiting = take(emptyInbox, status("delivered"))
    assert.deepStrictEqual([parkedIn(waiting), waiting.events.length], [["m1"], 0])
    const after = take(waiting, echo)
    assert.deepStrictEqual(parkedIn(after), [])
    assert.strictEqual(only(messagesIn(after)).message.status, "delivered")
    assert.deepStrictEqual(
      added(after).map(({ type }) => type),
      ["message.delivered"]
    )
  })

  it.each([
    [
      "the details where there are some",
      failure(131026, "Details"),
      { code: 131026, title: "Title", message: "Details" }
    ],
    ["the message where there are none", failure(131026, null), { code: 131026, title: "Title", message: "Message" }],
    ["nothing where the platform says nothing", null, { code: 0, title: "", message: "" }]
  ])("of a failure has %s", (_, told, error) => {
    const after = take(known, status("failed", told))
    assert.deepStrictEqual(only(messagesIn(after)).message.failure, { _tag: "Rejected", ...error })
    const { data, type } = only(added(after))
    assert.deepStrictEqual([type, "error" in data ? data.error : null], ["message.failed", error])
  })

  it("does not change an inbound message", () => {
    const inbound = take(emptyInbox, messageReport(number, "m1", ada, 1))
    const after = take(inbound, status("read"))
    assert.deepStrictEqual(only(messagesIn(after)), only(messagesIn(inbound)))
  })

  it("of stopped marketing messages opts the contact out", () => {
    const willing = run(known, [
      {
        account: number,
        item: Inbound.cases.MarketingPreferred.make({ ...reported(number, "yes", 2), person: ada, wanted: true })
      }
    ])
    assert.isTrue(only(contactsIn(willing)).contact.optedIn)
    assert.isFalse(only(contactsIn(take(willing, status("failed", failure(131050, null))))).contact.optedIn)
    assert.isTrue(only(contactsIn(take(willing, status("failed", failure(131049, null))))).contact.optedIn)
  })

  it("does not replace the current number by the number of the send", () => {
    const [before, after] = [phone("16505550000"), phone("16505551077")]
    const changed = {
      account: number,
      item: Inbound.cases.PersonChanged.make({
        ...reported(number, "changed", 5),
        person: person([after]),
        previous: [before]
      })
    }
    const stopped = status("failed", failure(131050, null), person([before, bsuid("US.1")]))
    const given = knownByPhone("Ada", "16505550000")
    const sent = withTalk(emptyInbox, given, number, [{ platformMessageId: pmid("m1"), createdAt: minute(1) }])
    for (const begun of [known, sent]) {
      const numbers = [
        [changed, stopped],
        [stopped, changed]
      ].map((reports) => only(contactsIn(run(begun, reports))).contact.phone)
      assert.deepStrictEqual<unknown>(numbers, ["16505551077", "16505551077"])
    }
  })

  it("adds the number of a person who was addressed by another id", () => {
    const reached = take(emptyInbox, messageReport(number, "m1", person([bsuid("US.1")]), 1, { echo: true }))
    const whom = person([phone("16505550000"), bsuid("US.1")])
    const told = take(reached, status("failed", failure(131050, null), whom))
    assert.strictEqual(only(contactsIn(told)).contact.phone, "16505550000")
    const later = run(told, [messageReport(number, "m2", person([phone("16505551077"), bsuid("US.1")]), 2)])
    assert.strictEqual(only(contactsIn(later)).contact.phone, "16505551077")
  })

  it("waits for a person with an unknown id", () => {
    const stopped = take(known, status("failed", failure(131050, null), person([bsuid("US.1")])))
    assert.deepStrictEqual(parkedIn(stopped), [null])
    const both = person([phone("16505550000"), bsuid("US.1")])
    const after = run(stopped, [messageReport(number, "m2", both, 10)])
    assert.deepStrictEqual(parkedIn(after), [])
    assert.deepStrictEqual(only(contactsIn(after)).optedInAt, minute(9))
  })
})

const marked = (account: ChannelAccount, whom: InboundPerson, read: boolean, upTo: number) => {
  const base = { ...reported(account, `mark ${read} ${upTo}`, upTo + 1), person: whom, upTo: minute(upTo) }
  return { account, item: read ? Inbound.cases.ReadUpTo.make(base) : Inbound.cases.DeliveredUpTo.make(base) }
}
const statuses = (state: InboxState) =>
  messagesIn(state)
    .map(({ message }) => `${message.platformMessageId} ${message.status}`)
    .toSorted()

describe("a watermark of delivered or read messages", () => {
  const bob = person([{ kind: "messenger", value: "1" }])
  const sent = [1, 2, 3].map((at) => messageReport(page, `m${at}`, bob, at, { echo: true }))
  const sentToBob = run(emptyInbox, [...sent, messageReport(page, "m0", bob, 1)])

  it("applies to all messages sent up to its time, and to no others", () => {
    const delivered = take(sentToBob, marked(page, bob, false, 2))
    assert.deepStrictEqual(statuses(delivered), ["m0 delivered", "m1 delivered", "m2 delivered", "m3 sent"])
    const read = take(delivered, marked(page, bob, true, 1))
    assert.deepStrictEqual(statuses(read), ["m0 delivered", "m1 read", "m2 delivered", "m3 sent"])
    assert.deepStrictEqual(
      announced(read)
        .slice(sentToBob.events.length)
        .map(({ data, type }) => `${type} ${"message_id" in data ? data.message_id : ""}`),
      ["message.delivered m1", "message.delivered m2", "message.read m1"]
    )
    assert.deepStrictEqual(only(contactsIn(read)).watermarks, [
      { channelAccountId: page.id, deliveredUpTo: minute(2), readUpTo: minute(1) }
    ])
  })

  it("waits for an unknown person, and for a send without a stored outcome", () => {
    assert.deepStrictEqual(parkedIn(take(emptyInbox, marked(page, bob, true, 2))), [null])
    const met = contactNamed("Bob", [{ kind: "messenger", scope: page.externalId, value: "1" }])
    const pending = withTalk(emptyInbox, met, page, [{ status: "pending", createdAt: minute(1) }])
    const after = take(pending, marked(page, bob, true, 2))
    assert.deepStrictEqual([parkedIn(after), after.events.length], [[null], 0])
    assert.strictEqual(only(messagesIn(after)).message.status, "pending")
  })

  it("of a seen message marks it and all earlier ones as read", () => {
    const cy = person([{ kind: "instagram", value: "1" }])
    const seen = {
      account: instagram,
      item: Inbound.cases.SeenUpTo.make({
        ...reported(instagram, "seen", 9),
        person: cy,
        platformMessageId: pmid("m2")
      })
    }
    const toCy = [1, 2, 3].map((at) => messageReport(instagram, `m${at}`, cy, at, { echo: true }))
    for (const reports of [
      [...toCy, seen],
      [seen, ...toCy],
      [...toCy.toReversed(), seen, seen]
    ]) {
      const after = run(emptyInbox, reports)
      assert.deepStrictEqual([statuses(after), parkedIn(after)], [["m1 read", "m2 read", "m3 sent"], []])
    }
    const inbound = run(emptyInbox, [seen, messageReport(instagram, "m2", cy, 2)])
    assert.deepStrictEqual([statuses(inbound), parkedIn(inbound)], [["m2 delivered"], []])
  })
})
