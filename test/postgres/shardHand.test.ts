import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { beginning, type DeliveryPlace } from "../../src/adapters/postgres/deliveryPlace.ts"
import type { HandedDelivery } from "../../src/adapters/postgres/HandedTransaction.ts"
import { maxHanded } from "../../src/adapters/postgres/HandedPile.ts"
import { lookMillis, maxSeen, ShardHand } from "../../src/adapters/postgres/ShardHand.ts"
import { ConversationId, EventId, type OrganizationId } from "../../src/domain/Ids.ts"
import { webhookOf } from "../app/delivery/scheduleScene.ts"

const one = webhookOf(1, 1)
const other = webhookOf(2, 1)
const idOf = (count: number): string => `00000000-0000-7000-8000-${String(count).padStart(12, "0")}`
const now = 1_000_000

/** What the log was read up to: transactions below 100, and 102, which began after 101. */
const since = "100:103:101"
const place: DeliveryPlace = { ...beginning, since }

const said = (
  number: number,
  {
    conversation = 7,
    dataJson = "{}",
    organizationId = one.organizationId,
    previous = "99",
    version = "v1"
  }: {
    readonly conversation?: number | null
    readonly dataJson?: string
    readonly organizationId?: OrganizationId
    readonly previous?: string | null
    readonly version?: string
  } = {}
): HandedDelivery => ({
  delivery: {
    organizationId,
    event: {
      id: EventId.make(idOf(number)),
      type: "message.sent",
      conversationId: conversation === null ? null : ConversationId.make(idOf(conversation)),
      sequence: conversation === null ? 0 : number,
      occurredAt: DateTime.makeUnsafe(now),
      dataJson
    },
    failures: 0,
    isWaiting: false
  },
  previous: conversation === null ? null : previous,
  version
})

const known = [one, other].map((webhook) => ({ organizationId: webhook.organizationId, version: "v1", webhook }))

/** The hand of a shard that was opened, and read to its end a moment ago. */
const opened = () => {
  const hand = new ShardHand()
  hand.open()
  hand.looked(hand.look(), { place, calm: known }, now)
  return hand
}

const take = (hand: ShardHand, from = place, except: ReadonlyArray<OrganizationId> = [], limit = 512) => {
  const taken = hand.take(from, except, limit)
  return taken === null
    ? null
    : { ids: taken.deliveries.map(({ delivery }) => Number(delivery.event.id.slice(-3))), seen: taken.place.seen }
}

describe("what is handed over to who attends to a shard", () => {
  it("is taken as if it had been read, and the place behind it names its transactions", () => {
    const hand = opened()
    hand.give({ transaction: "104", deliveries: [said(5), said(6)] })
    hand.give({ transaction: "105", deliveries: [said(7, { conversation: null })] })
    const taken = hand.take(place, [], 512)
    assert.deepStrictEqual(
      taken?.deliveries.map(({ delivery, isHeld, place: from }) => [delivery, isHeld, JSON.parse(from)]),
      [said(5), said(6), said(7, { conversation: null })].map(({ delivery }) => [delivery, false, place])
    )
    assert.deepStrictEqual(taken?.place, { ...place, seen: ["104", "105"] })
    assert.deepStrictEqual(taken?.subscriptions, [one])
    assert.isFalse(taken?.hasMore)
    assert.isNull(take(hand, taken?.place), "each once")
  })

  it("goes on in a conversation where the place shows who recorded there before, and nowhere else", () => {
    const behind = { ...place, seen: ["104"] }
    const goesOn = (previous: string | null) => {
      const hand = opened()
      hand.give({ transaction: "110", deliveries: [said(5, { previous })] })
      return take(hand, behind) !== null
    }
    assert.deepStrictEqual(["0", "99", "102", "104"].map(goesOn), [true, true, true, true])
    assert.deepStrictEqual(["101", "103", "105", null].map(goesOn), [false, false, false, false])
  })

  it("goes on behind what is taken with it, if that was handed over first", () => {
    const inOrder = opened()
    inOrder.give({ transaction: "104", deliveries: [said(5)] })
    inOrder.give({ transaction: "103", deliveries: [said(6, { previous: "104" })] })
    assert.deepStrictEqual(take(inOrder), { ids: [5, 6], seen: ["104", "103"] })
    const reversed = opened()
    reversed.give({ transaction: "103", deliveries: [said(6, { previous: "104" })] })
    reversed.give({ transaction: "104", deliveries: [said(5)] })
    assert.isNull(take(reversed))
  })

  it("is not taken before the log was read to its end by the same owner, nor from another place", () => {
    const handed = { transaction: "110", deliveries: [said(5)] }
    const never = new ShardHand()
    never.give(handed)
    never.open()
    never.give(handed)
    assert.isNull(take(never))
    const halfway = opened()
    halfway.give(handed)
    assert.isNull(take(halfway, { ...place, since: "90:90:" }))
    halfway.looked(halfway.look(), { place: { ...place, until: "109:109:" }, calm: known }, now)
    assert.isNull(take(halfway, { ...place, until: "109:109:" }))
    const again = opened()
    again.open()
    again.give(handed)
    assert.isNull(take(again))
  })

  it("is gone when the log that was read has it, handed over before or after", () => {
    const hand = opened()
    hand.give({ transaction: "110", deliveries: [said(5)] })
    const next: DeliveryPlace = { ...place, since: "112:112:" }
    hand.looked(hand.look(), { place: next, calm: known }, now)
    hand.give({ transaction: "111", deliveries: [said(6)] })
    hand.give({ transaction: "112", deliveries: [said(7)] })
    assert.deepStrictEqual(take(hand, next), { ids: [7], seen: ["112"] })
  })

  it("is left to the log where something of the organization may wait, or was read by itself", () => {
    const handed = { transaction: "110", deliveries: [said(5)] }
    const stirred = opened()
    stirred.give(handed)
    stirred.stir(one.organizationId)
    assert.isNull(take(stirred))
    // A reading that began before does not know of it.
    const reading = opened()
    const look = reading.look()
    reading.stir(one.organizationId)
    reading.looked(look, { place, calm: known }, now)
    reading.give(handed)
    assert.isNull(take(reading))
    reading.looked(reading.look(), { place, calm: known }, now)
    assert.deepStrictEqual(take(reading)?.ids, [5])
  })

  it("is left to the log where the subscription is another than it was recorded for", () => {
    const taken = (version: string, follow?: string) => {
      const hand = opened()
      if (follow !== undefined) hand.follow(follow, one)
      hand.give({ transaction: "110", deliveries: [said(5, { version })] })
      return take(hand)?.ids ?? null
    }
    assert.deepStrictEqual([taken("v1"), taken("v2"), taken("v1", "v2"), taken("v2", "v2")], [[5], null, null, [5]])
  })

  it("passes by organizations that are read by themselves, whatever is known of them", () => {
    const hand = opened()
    hand.stir(other.organizationId)
    const theirs = said(6, { organizationId: other.organizationId, previous: null })
    hand.give({ transaction: "110", deliveries: [said(5), theirs] })
    assert.deepStrictEqual(take(hand, place, [other.organizationId]), { ids: [5], seen: ["110"] })
  })

  it("is given in whole transactions, as many as there is room for; a larger one is left to the log", () => {
    const hand = opened()
    const free = (number: number) => said(number, { conversation: null })
    hand.give({ transaction: "110", deliveries: [free(1), free(2)] })
    hand.give({ transaction: "111", deliveries: [free(3), free(4)] })
    const first = hand.take(place, [], 3)
    assert.deepStrictEqual([first?.deliveries.length, first?.hasMore, first?.place.seen], [2, true, ["110"]])
    assert.isNull(hand.take({ ...place, seen: ["110"] }, [], 1))
    assert.deepStrictEqual(take(hand, { ...place, seen: ["110"] }, [], 2), { ids: [3, 4], seen: ["110", "111"] })
  })

  it("is limited, by transactions, deliveries and characters: what is more is read from the log", () => {
    const free = { conversation: null }
    const fills = (give: (hand: ShardHand) => void): boolean => {
      const hand = opened()
      give(hand)
      return take(hand) === null && hand.asksForLook(place)
    }
    const times = (count: number) => Array.from({ length: count }, (_, n) => n)
    const transactions = (count: number) => (hand: ShardHand) => {
      for (const n of times(count)) hand.give({ transaction: String(110 + n), deliveries: [said(n, free)] })
    }
    const deliveries = (count: number) => (hand: ShardHand) =>
      hand.give({ transaction: "110", deliveries: times(count).map((n) => said(n, free)) })
    const characters = (count: number) => (hand: ShardHand) =>
      hand.give({ transaction: "110", deliveries: [said(1, { ...free, dataJson: "x".repeat(count) })] })
    assert.deepStrictEqual([transactions(maxHanded.transactions), characters(maxHanded.characters)].map(fills), [
      false,
      false
    ])
    assert.deepStrictEqual(
      [
        transactions(maxHanded.transactions + 1),
        deliveries(maxHanded.deliveries + 1),
        characters(maxHanded.characters + 1)
      ].map(fills),
      [true, true, true]
    )
  })

  it("does not keep others from being read: when they are told of, every now and then, and behind many transactions", () => {
    const hand = opened()
    const asks = (from = place) => hand.asksForLook(from)
    assert.isFalse(asks())
    assert.deepStrictEqual(
      // A clock may be set back.
      [now, now + lookMillis - 1, now + lookMillis, now - lookMillis].map((at) => hand.isLongAgo(at)),
      [false, false, true, true]
    )
    assert.isTrue(asks({ ...place, seen: Array.from({ length: maxSeen }, String) }))
    hand.askForLook()
    assert.isTrue(asks())
    const look = hand.look()
    hand.looked(look, { place, calm: [] }, now)
    assert.isFalse(asks())
    const outdated = hand.look()
    hand.askForLook()
    hand.looked(outdated, { place, calm: [] }, now)
    assert.isTrue(asks(), "it was asked for after that reading had begun")
  })

  it("has what is at hand given at once although the log is to be read, and that with the next time", () => {
    const hand = opened()
    const takes = (transaction: string) => {
      hand.give({ transaction, deliveries: [said(Number(transaction), { conversation: null })] })
      return hand.takeAlone(place, [], 512)?.asksAgain
    }
    assert.strictEqual(takes("110"), false)
    hand.askForLook()
    assert.deepStrictEqual([takes("111"), takes("112"), takes("113")], [true, undefined, undefined])
    hand.looked(hand.look(), { place, calm: known }, now)
    assert.strictEqual(takes("114"), false)
    hand.askForLook()
    assert.strictEqual(takes("115"), true)
  })
})
