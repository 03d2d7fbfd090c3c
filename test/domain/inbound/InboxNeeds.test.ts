import { assert, describe, it } from "@effect/vitest"
import { DateTime, HashMap, Option, Schema } from "effect"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { type InboxNeeds, needsOf, type RoutedInbound } from "../../../src/domain/inbound/InboxNeeds.ts"
import {
  type InboxMessage,
  type InboxState,
  contactsKnownBy,
  emptyInbox,
  messageByPlatformId,
  parkedKey,
  withContact,
  withConversation,
  withMessage,
  withParked
} from "../../../src/domain/inbound/InboxState.ts"
import {
  bsuid,
  conversationsIn,
  messagesIn,
  person,
  phone,
  pmid,
  reported,
  messageReport
} from "../../../testing/inbound/given.ts"
import { Picks, shuffled, Story } from "../../../testing/inbound/story.ts"
import { beforeStory, reportsOf } from "../../../testing/inbound/storyReports.ts"
import { announced, instagram, minute, number, page, run, take } from "../../../testing/inbound/world.ts"

/** Whether it is one that the account sent to the contact, up to what the mark tells. */
const isSent = (state: InboxState, { message }: InboxMessage, mark: InboxNeeds["sent"][number]): boolean => {
  const seen = Option.fromNullOr(mark.platformMessageId).pipe(
    Option.flatMap((id) => messageByPlatformId(state, mark.channelAccountId, id)),
    Option.map((held) => held.message.createdAt)
  )
  const upTo = mark.upTo ?? Option.getOrNull(seen)
  return (
    message.direction === "outbound" &&
    message.channelAccountId === mark.channelAccountId &&
    contactsKnownBy(state, [mark.identity]).some(({ contact }) => contact.id === message.contactId) &&
    upTo !== null &&
    DateTime.isLessThanOrEqualTo(message.createdAt, upTo)
  )
}

/** What of the state is read for the needs, and nothing else. */
const loaded = (state: InboxState, needs: InboxNeeds): InboxState => {
  const contacts = contactsKnownBy(state, needs.identities)
  const ids = new Set(contacts.map(({ contact }) => contact.id))
  const conversations = conversationsIn(state).filter(({ conversation }) => ids.has(conversation.contactId))
  const isNamed = (account: string, id: string | null) =>
    needs.messages.some((named) => named.channelAccountId === account && named.platformMessageId === id)
  const messages = messagesIn(state).filter(
    (held) =>
      isNamed(held.message.channelAccountId, held.message.platformMessageId) ||
      needs.sent.some((mark) => isSent(state, held, mark))
  )
  const parked = [...HashMap.values(state.parked)].filter(({ channelAccountId, item, platformMessageId }) =>
    platformMessageId === null
      ? needs.marks.some((mark) => mark.channelAccountId === channelAccountId && mark.key === item.key)
      : isNamed(channelAccountId, platformMessageId)
  )
  const met = conversations.reduce(withConversation, contacts.reduce(withContact, emptyInbox))
  return parked.reduce(withParked, messages.reduce(withMessage, met))
}

const json = (value: unknown): string => JSON.stringify(value)

const difference = <V>(before: Iterable<readonly [string, V]>, after: Iterable<readonly [string, V]>) => {
  const [was, is] = [new Map(before), new Map(after)]
  return {
    gone: [...was.keys()].filter((key) => !is.has(key)).sort(),
    changed: [...is]
      .filter(([key, value]) => json(was.get(key)) !== json(value))
      .map(([key, value]) => [key, json(value)])
      .sort()
  }
}

/** Everything that is different afterwards, of what is among the given messages. */
const changes = (before: InboxState, after: InboxState, among: InboxState) => {
  const rows = ({ messages }: InboxState) =>
    HashMap.toEntries(messages).filter(([id]) => HashMap.has(among.messages, id) || !HashMap.has(before.messages, id))
  const waiting = ({ parked }: InboxState) => [...HashMap.values(parked)].map((one) => [parkedKey(one), one] as const)
  return {
    contacts: difference(HashMap.toEntries(before.contacts), HashMap.toEntries(after.contacts)),
    conversations: difference(HashMap.toEntries(before.conversations), HashMap.toEntries(after.conversations)),
    messages: difference(rows(before), rows(after)),
    parked: difference(waiting(before), waiting(after)),
    merges: after.merges.slice(before.merges.length),
    media: json(after.media.slice(before.media.length)),
    events: json(announced({ ...after, events: after.events.slice(before.events.length) }))
  }
}

/** Other messages change only in whose they are. */
const isMoved = (one: InboxMessage, other: InboxMessage): boolean => {
  const { contactId, conversationId } = other.message
  return json({ ...one, message: { ...one.message, contactId, conversationId } }) === json(other)
}

describe("needsOf", () => {
  const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

  it.prop(
    "includes everything that reports change",
    { story: Story, picks: Picks, from: upTo(20), count: upTo(3), isContradictory: Schema.Boolean },
    ({ count, from, isContradictory, picks, story }) => {
      const reports = shuffled(reportsOf(story, { isLoose: true, isContradictory }), picks)
      const place = from % Math.max(1, reports.length)
      const now = reports.slice(place, place + 1 + count)
      const all = run(beforeStory(story), reports.slice(0, place))
      const few = loaded(all, needsOf(now))
      const step = (state: InboxState, report: RoutedInbound) => take(state, report)
      const [afterAll, afterFew] = [now.reduce(step, all), now.reduce(step, few)]
      assert.deepStrictEqual(changes(all, afterAll, few), changes(few, afterFew, few))
      for (const [id, held] of all.messages) {
        if (HashMap.has(few.messages, id)) continue
        assert.isTrue(isMoved(held, Option.getOrThrow(HashMap.get(afterAll.messages, id))))
      }
    },
    { arbitrary: { runs: 400 } }
  )

  it("includes each identity once, with former ones, and the ids derived from keys", () => {
    const ada = person([phone("16505550000"), bsuid("US.1")])
    const changed = Inbound.cases.PersonChanged.make({
      ...reported(number, "changed", 1),
      previous: [phone("16505550009")],
      person: ada
    })
    const referred = Inbound.cases.Referred.make({ ...reported(number, "referred", 1), person: ada, referral: {} })
    const needs = needsOf([
      messageReport(number, "m1", ada, 1),
      { account: number, item: changed },
      { account: number, item: referred }
    ])
    assert.deepStrictEqual(needs, {
      identities: [
        { kind: "phone", scope: "", value: "16505550000" },
        { kind: "whatsapp", scope: "", value: "US.1" },
        { kind: "phone", scope: "", value: "16505550009" }
      ],
      messages: [
        { channelAccountId: number.id, platformMessageId: pmid("m1") },
        { channelAccountId: number.id, platformMessageId: pmid("referred") }
      ],
      sent: [],
      marks: [{ channelAccountId: number.id, key: "changed" }],
      consents: false,
      reopensSince: null
    })
  })

  it("includes sent messages up to an instant or to a message", () => {
    const [bob, cy] = [page, instagram].map(({ channel }) => person([{ kind: channel, value: "1" }]))
    if (bob === undefined || cy === undefined) throw new Error("there is nobody")
    const item = Inbound.cases.ReadUpTo.make({ ...reported(page, "read", 9), person: bob, upTo: minute(8) })
    const seen = { ...reported(instagram, "seen", 9), person: cy, platformMessageId: pmid("m2") }
    const needs = needsOf([
      { account: page, item },
      { account: instagram, item: Inbound.cases.SeenUpTo.make(seen) }
    ])
    const [onPage, onInstagram] = [
      { kind: "messenger" as const, scope: page.externalId, value: "1" },
      { kind: "instagram" as const, scope: instagram.externalId, value: "1" }
    ]
    assert.deepStrictEqual(needs, {
      identities: [onPage, onInstagram],
      messages: [{ channelAccountId: instagram.id, platformMessageId: pmid("m2") }],
      sent: [
        { channelAccountId: page.id, identity: onPage, upTo: minute(8), platformMessageId: null },
        { channelAccountId: instagram.id, identity: onInstagram, upTo: null, platformMessageId: pmid("m2") }
      ],
      marks: [
        { channelAccountId: page.id, key: "read" },
        { channelAccountId: instagram.id, key: "seen" }
      ],
      consents: false,
      reopensSince: null
    })
  })
})
