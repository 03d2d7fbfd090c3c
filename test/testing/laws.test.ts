import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, HashMap } from "effect"
import { PhoneNumberRepeated, planImport } from "../../src/domain/contact/importContacts.ts"
import { phoneIdentity } from "../../src/domain/contact/PhoneNumber.ts"
import { assign, close, escalate, handOverToAi, reopen } from "../../src/domain/conversation/conversationActions.ts"
import { isInWindow, openWindow, windowEnd } from "../../src/domain/conversation/MessagingWindow.ts"
import { type Afterwards, afterRefusal, NextStep } from "../../src/domain/delivery/Delivery.ts"
import type { EventId } from "../../src/domain/Ids.ts"
import { mergedContacts } from "../../src/domain/inbound/InboxContact.ts"
import { takeInbound } from "../../src/domain/inbound/takeInbound.ts"
import { composeMessenger } from "../../src/domain/message/composeMessenger.ts"
import { announcedReceipts, withReceipt } from "../../src/domain/message/messageReceipts.ts"
import { admitted, monthOf } from "../../src/domain/quota/MonthlyLimit.ts"
import { noCalls, takeCall } from "../../src/domain/quota/RecentCalls.ts"
import { truncate } from "../../src/domain/text/truncate.ts"
import { checkLaw, type Law, LawBroken } from "../../src/testing/laws/Law.ts"
import { Laws } from "../../src/testing/laws/Laws.ts"
import type { AfterRefusal } from "../../src/testing/laws/waitLaws.ts"
import { bucket, bucketWith } from "./buckets.ts"

type Defects<Rule> = ReadonlyArray<readonly [defect: string, rule: Rule]>

/** That the rule obeys each law, that each defect breaks one, and that each law is broken by a defect. */
const laws = <Rule>(name: string, all: ReadonlyArray<Law<Rule>>, rule: Rule, defects: Defects<Rule>, runs = 400) =>
  describe(name, () => {
    const brokenBy = Effect.fnUntraced(function* (broken: Rule) {
      const found = yield* Effect.forEach(all, (one) =>
        Effect.match(checkLaw(one, broken, { runs, seed: 20_261_124 }), {
          onFailure: () => [one.name],
          onSuccess: () => []
        })
      )
      return found.flat()
    })

    it.effect("hold for our rule", () => Effect.map(brokenBy(rule), (broken) => assert.deepStrictEqual(broken, [])))

    it.effect(
      "find each defect, and each law finds one",
      () =>
        Effect.gen(function* () {
          const seen = new Set<string>()
          for (const [defect, broken] of defects) {
            const names = yield* brokenBy(broken)
            assert.isNotEmpty(names, defect)
            for (const one of names) seen.add(one)
          }
          assert.sameMembers(
            [...seen],
            all.map((one) => one.name)
          )
        }),
      120_000
    )
  })

const beginOf = (text: string, limit: number) => Array.from(text).slice(0, limit).join("")

laws("truncation", Laws.truncation, truncate, [
  ["cuts between code points", beginOf],
  ["cuts between code units", (text, limit) => text.slice(0, limit)],
  ["appends an ellipsis", (text, limit) => (text.length > limit ? `${truncate(text, limit)}…` : text)],
  ["keeps too little", (text, limit) => truncate(text, limit - 1)]
])

laws("quota", Laws.quota, admitted, [
  [
    "admits one too many",
    (used, allowed, requested) => (allowed === null ? requested : Math.min(requested, Math.max(0, allowed - used + 1)))
  ],
  ["all or nothing", (used, allowed, requested) => (allowed === null || used + requested <= allowed ? requested : 0)],
  ["has a limit where there is none", (used, allowed, requested) => admitted(used, allowed ?? 100, requested)]
])

laws("months", Laws.months, monthOf, [
  ["of another zone", (at) => monthOf(DateTime.add(at, { hours: 14 }))],
  ["of no month", () => "2026-11"]
])

laws("phone identity", Laws.phoneIdentity, phoneIdentity, [
  ["one form only", (phone) => phone],
  [
    "no ninth digit anywhere",
    (phone) =>
      phone
        .replace(/^55(\d\d)9/, "55$1")
        .replace(/^5219?/, "52")
        .replace(/^549/, "54")
  ],
  ["the last digits", (phone) => phone.slice(-8)],
  ["marked", (phone) => `1${phoneIdentity(phone)}`.slice(0, 15)],
  ["Mexico and Argentina by length", (phone) => phone.replace(/^(52|54)\d?(\d{9})\d$/, "$1$2")]
])

const at1970 = DateTime.makeUnsafe(0)

laws("windows", Laws.windows, { openWindow, isInWindow, windowEnd }, [
  ["follows what was reported last", { isInWindow, windowEnd, openWindow: (_, at) => ({ openedAt: at }) }],
  [
    "includes its end",
    {
      openWindow,
      windowEnd,
      isInWindow: (channel, window, use, at) =>
        isInWindow(channel, window, use, DateTime.subtract(at, { milliseconds: 1 }))
    }
  ],
  [
    "knows no tag",
    {
      openWindow,
      windowEnd,
      isInWindow: (channel, window, { template }, at) =>
        isInWindow(channel, window, template === undefined ? {} : { template }, at)
    }
  ],
  [
    "closes for agents early",
    {
      openWindow,
      windowEnd,
      isInWindow: (channel, window, use, at) => use.tag === undefined && isInWindow(channel, window, use, at)
    }
  ],
  [
    "opens again",
    {
      openWindow,
      windowEnd,
      isInWindow: (channel, window, use, at) => isInWindow(channel, window, use, at) || at.epochMilliseconds % 7 === 0
    }
  ],
  [
    "has an end before it began",
    { openWindow, isInWindow, windowEnd: (channel, window, use) => windowEnd(channel, window, use) ?? at1970 }
  ]
])

/** What follows, changed. */
const wait =
  (change: (after: Afterwards, given: Parameters<AfterRefusal>) => Afterwards): AfterRefusal =>
  (...given) =>
    change(afterRefusal(...given), given)
const dueLater = ({ next, ...rest }: Afterwards, millis: number): Afterwards =>
  next._tag === "Retry"
    ? { ...rest, next: NextStep.cases.Retry.make({ dueAt: DateTime.add(next.dueAt, { milliseconds: millis }) }) }
    : { ...rest, next }

laws("waits", Laws.waits, afterRefusal, [
  ["waits twice as long", wait((after) => dueLater(after, 3_600_000))],
  ["never gives up", wait((after, [, , , at]) => ({ ...after, next: NextStep.cases.Retry.make({ dueAt: at }) }))],
  [
    "listens to everyone",
    (failures, since, refusal, at, chance) =>
      wait((after, [, , { retryAfterMillis, status }]) =>
        status === 500 ? after : dueLater(after, retryAfterMillis ?? 0)
      )(failures, since, refusal, at, chance)
  ],
  ["never disables", wait((after) => ({ ...after, disables: null }))],
  ["delays a failing subscription", wait((after) => (after.disables === null ? after : dueLater(after, 1)))],
  ["depends on the clock", wait((after, [, , , at]) => dueLater(after, at.epochMilliseconds % 1_000))]
])

const receipts = { withReceipt, announcedReceipts }

laws("receipts", Laws.receipts, receipts, [
  [
    "the last report counts",
    {
      ...receipts,
      withReceipt: (message, { at, failure, status }) => ({
        ...message,
        status,
        failure: status === "failed" ? failure : null,
        deliveredAt: status === "delivered" ? at : message.deliveredAt
      })
    }
  ],
  [
    "failed is final",
    {
      ...receipts,
      withReceipt: (message, receipt) => (message.status === "failed" ? message : withReceipt(message, receipt))
    }
  ],
  [
    "keeps the reason",
    { ...receipts, withReceipt: (message, receipt) => ({ ...withReceipt(message, receipt), failure: receipt.failure }) }
  ],
  [
    "announces reports",
    {
      ...receipts,
      announcedReceipts: (_, after) => (after.status === "pending" || after.status === "sent" ? [] : [after.status])
    }
  ],
  [
    "announces read first",
    { ...receipts, announcedReceipts: (before, after) => announcedReceipts(before, after).toReversed() }
  ],
  [
    "announces every failure",
    {
      ...receipts,
      announcedReceipts: (before, after) =>
        after.annotations.failure === before.annotations.failure ? announcedReceipts(before, after) : ["failed"]
    }
  ]
])

const actions = { close, assign, reopen, handOverToAi, escalate }

laws("transitions", Laws.transitions, actions, [
  [
    "escalates from everywhere",
    { ...actions, escalate: (conversation, at) => escalate({ ...conversation, status: "ai_handling" }, at) }
  ],
  [
    "forgets who closed it",
    {
      ...actions,
      close: (...given) => {
        const done = close(...given)
        return { ...done, conversation: { ...done.conversation, closedBy: null } }
      }
    }
  ],
  [
    "follows the clock back",
    {
      ...actions,
      assign: (conversation, who, at) => {
        const done = assign(conversation, who, at)
        return { ...done, conversation: { ...done.conversation, updatedAt: at } }
      }
    }
  ],
  ["always says that it changed", { ...actions, assign: (...given) => ({ ...assign(...given), isChanged: true }) }],
  [
    "marks what it touched",
    { ...actions, handOverToAi: (conversation, at) => handOverToAi({ ...conversation, source: "ai" }, at) }
  ],
  [
    "counts the last closing",
    {
      ...actions,
      close: (conversation, by, resolution, at) => {
        const open = close({ ...conversation, status: "open" }, by, resolution, at)
        return conversation.status === "closed" ? { ...open, isChanged: false } : open
      }
    }
  ]
])

laws("rates", Laws.rates, bucket, [
  ["one call too many", bucketWith(({ calls, perMillis }) => ({ calls: calls + 1, perMillis }))],
  ["one call too few", bucketWith(({ calls, perMillis }) => ({ calls: Math.max(0, calls - 1), perMillis }))],
  ["a longer period", bucketWith(({ calls, perMillis }) => ({ calls, perMillis: perMillis + 500 }))],
  [
    "counts refusals",
    (allowance) => {
      let calls = noCalls
      return (at) => {
        const now = Math.max(at, calls.newestAt)
        const [verdict, after] = takeCall(allowance, calls, now)
        calls = verdict.isAllowed
          ? after
          : { ...after, newestAt: now, count: after.count + 1, entered: { at: now, next: after.entered } }
        return verdict
      }
    }
  ],
  [
    "starts anew after each period",
    (allowance) => {
      let [count, since] = [0, Number.NEGATIVE_INFINITY]
      return (at) => {
        if (at - since >= allowance.perMillis * 1_000) [count, since] = [0, at]
        count += 1
        const isAllowed = count <= allowance.calls
        const seconds = isAllowed ? 0 : Math.ceil(allowance.perMillis / 1_000)
        return {
          isAllowed,
          limit: allowance.calls,
          remaining: Math.max(0, allowance.calls - count),
          resetSeconds: Math.ceil(allowance.perMillis / 1_000),
          retryAfterSeconds: seconds
        }
      }
    }
  ],
  [
    "believes a clock that goes back",
    (allowance) => {
      let calls = noCalls
      return (at) => {
        if (at < calls.newestAt) calls = noCalls
        const [verdict, after] = takeCall(allowance, calls, at)
        calls = after
        return verdict
      }
    }
  ]
])

laws("imports", Laws.imports, planImport, [
  ["loses what it refuses", (rows, firsts) => ({ ...planImport(rows, firsts), refused: [] })],
  [
    "accepts repeated numbers",
    (rows) => {
      const parts = rows.map((row) => planImport([row]))
      return { accepted: parts.flatMap(({ accepted }) => accepted), refused: parts.flatMap(({ refused }) => refused) }
    }
  ],
  [
    "refuses every second",
    (rows, firsts) => {
      const { accepted, refused } = planImport(rows, firsts)
      const [first, ...others] = accepted
      if (first === undefined || others.length === 0) return { accepted, refused }
      const { index, number, phone } = first
      const refusal = new PhoneNumberRepeated({ firstIndex: others[0]?.index ?? 0 })
      return { accepted: others, refused: [{ index, number, phone, refusal }, ...refused] }
    }
  ],
  ["knows nothing of other parts", (rows) => planImport(rows)],
  [
    "turns its lists",
    (rows, firsts) => {
      const plan = planImport(rows, firsts)
      return { accepted: plan.accepted.toReversed(), refused: plan.refused }
    }
  ]
])

laws(
  "merges",
  Laws.merges,
  mergedContacts,
  [
    ["keeps the other one", (into, from) => mergedContacts(from, into)],
    ["forgets", (into) => into],
    [
      "adds without looking",
      (into, from) => {
        const all = mergedContacts(into, from)
        return {
          ...all,
          identities: [...into.identities, ...from.identities],
          contact: { ...all.contact, tags: [...into.contact.tags, ...from.contact.tags] }
        }
      }
    ]
  ],
  100
)

laws("messenger", Laws.messenger, composeMessenger, [
  ["trims texts", (channel, draft) => composeMessenger(channel, { ...draft, text: draft.text?.trim() })],
  ["has one limit", (_, draft) => composeMessenger("messenger", draft)],
  [
    "takes the title for the payload",
    (channel, { quickReplies, ...draft }) =>
      composeMessenger(channel, {
        ...draft,
        quickReplies: quickReplies?.map(({ title }) => ({ title, payload: title }))
      })
  ]
])

/** The rule with each reaction that it announces changed. */
const reacting =
  (latest: (wasLatest: boolean) => boolean): typeof takeInbound =>
  (state, item, context) => {
    const after = takeInbound(state, item, context)
    const events = after.events.map((make, place) => (id: EventId) => {
      const event = make(id)
      if (place < state.events.length || event.type !== "message.reaction") return event
      return { ...event, data: { ...event.data, latest: latest(event.data.latest) } }
    })
    return { ...after, events }
  }

laws(
  "inbound",
  Laws.inbound,
  takeInbound,
  [
    [
      "takes nothing twice into account",
      (state, item, context) =>
        takeInbound(takeInbound({ ...state, messages: HashMap.empty() }, item, context), item, context)
    ],
    [
      "announces again",
      (state, item, context) => {
        const after = takeInbound(state, item, context)
        return { ...after, events: [...after.events, ...after.events.slice(state.events.length)] }
      }
    ],
    ["takes no reaction for the latest", reacting(() => false)],
    ["takes every reaction for the latest", reacting(() => true)],
    [
      "counts one too many",
      (state, item, context) => {
        const after = takeInbound(state, item, context)
        const conversations = HashMap.map(after.conversations, (held) => ({
          ...held,
          conversation: { ...held.conversation, unreadCount: held.conversation.unreadCount + 1 }
        }))
        return item._tag === "MessageReceived" ? { ...after, conversations } : after
      }
    ],
    [
      "drops what it does not know",
      (state, item, context) => ({ ...takeInbound(state, item, context), parked: HashMap.empty() })
    ]
  ],
  250
)

describe("the law of the latest reaction", () => {
  it.effect.each([1, 2, 3, 4, 5])("finds a reaction that came late within the usual runs, from seed %s", (seed) =>
    Effect.gen(function* () {
      const name = "announces as the latest reaction what stands in the end"
      const law = Laws.inbound.find((one) => one.name === name) ?? assert.fail()
      const broken = yield* Effect.flip(
        checkLaw(
          law,
          reacting(() => true),
          { seed, maxShrinks: 0 }
        )
      )
      assert.strictEqual(broken.law, name)
    })
  )
})

describe("checkLaw", () => {
  it.effect("fails with the smallest input that it finds", () =>
    Effect.gen(function* () {
      const [law] = Laws.truncation
      const broken = yield* Effect.flip(checkLaw(law ?? assert.fail(), beginOf, { seed: 1, runs: 1_000 }))
      assert.instanceOf(broken, LawBroken)
      assert.include(broken.message, "keeps as many whole characters as fit, from the beginning")
      assert.include(broken.message, "Shrunk input")
    })
  )

  it.effect("takes what is thrown for a broken law", () =>
    Effect.gen(function* () {
      const [law] = Laws.quota
      const rule = () => assert.fail("not now")
      const broken = yield* Effect.flip(checkLaw(law ?? assert.fail(), rule))
      assert.include(broken.message, "not now")
    })
  )
})
