import { assert, describe, it } from "@effect/vitest"
import { type Entry, type Wanted, wrongsIn } from "./Journal.ts"

const wanted = (id: string, sequence: number, webhookId = "ours"): Wanted => ({
  id,
  sequence,
  webhookId,
  conversationId: sequence === 0 ? null : "talk"
})
const one = wanted("one", 1)
const two = wanted("two", 2)

const arrives = ({ id, sequence, webhookId }: Wanted, changes: Partial<Entry & { _tag: "Arrived" }> = {}): Entry => ({
  _tag: "Arrived",
  id,
  sequence,
  webhookId,
  isSigned: true,
  ...changes
})
const comes = (event: Wanted, changes: Partial<Entry & { _tag: "Arrived" }> = {}): ReadonlyArray<Entry> => [
  arrives(event, changes),
  { _tag: "Accepted", id: event.id, isHeard: true }
]
const refused = (event: Wanted): ReadonlyArray<Entry> => [arrives(event), { _tag: "Refused", id: event.id }]
const died = (...delivered: ReadonlyArray<Wanted>): Entry => ({
  _tag: "Died",
  delivered: new Set(delivered.map(({ id }) => id))
})
const replayed = ({ id }: Wanted): Entry => ({ _tag: "Replayed", id })
const ended: Entry = { _tag: "Ended", webhookId: "ours" }

describe("a journal of received deliveries", () => {
  it.each<[string, ReadonlyArray<Entry>]>([
    ["each once, in order", [...comes(one), ...comes(two)]],
    ["again after a refusal", [...refused(one), ...comes(one), ...comes(two)]],
    [
      "again what was accepted and heard by nobody",
      [died(), arrives(one), { _tag: "Accepted", id: "one", isHeard: false }, ...comes(one), ...comes(two)]
    ],
    ["again what nobody had recorded at a death", [...comes(one), died(), ...comes(one), ...comes(two)]],
    ["again on demand", [...comes(one), died(one), replayed(one), ...comes(one), ...comes(two)]],
    [
      "once more after a death in the middle of that",
      [...comes(one), ...comes(two), died(one, two), replayed(one), ...comes(one), died(two), ...comes(one)]
    ],
    ["nothing of what nobody wants any more", [...comes(one), ended, died(one)]],
    ["the last of what nobody wants any more", [...comes(one), ended, ...comes(two), died(one)]]
  ])("is correct with: %s", (_, journal) => {
    assert.deepStrictEqual(wrongsIn(journal, [one, two]), [])
  })

  it.each<[string, ReadonlyArray<Entry>, ReadonlyArray<string>]>([
    ["something that never came", comes(one), ["two never came"]],
    ["only a refusal", [...comes(one), ...refused(two)], ["two never came"]],
    [
      "the later one first",
      [...comes(two), ...comes(one)],
      ["two came before one, an earlier one of its conversation, was accepted"]
    ],
    [
      "the later one before an answer to the earlier one",
      [
        arrives(one),
        arrives(two),
        { _tag: "Accepted", id: "one", isHeard: true },
        { _tag: "Accepted", id: "two", isHeard: true }
      ],
      ["two came before one, an earlier one of its conversation, was accepted"]
    ],
    [
      "the later one while the earlier one waits",
      [...refused(one), ...comes(two), ...comes(one)],
      ["two came before one, an earlier one of its conversation, was accepted"]
    ],
    ["one twice", [...comes(one), ...comes(one), ...comes(two)], ["one came again although nobody died"]],
    [
      "what was recorded once more",
      [...comes(one), died(one), ...comes(one), ...comes(two)],
      ["one came again although it was recorded"]
    ],
    [
      "more than was asked for",
      [...comes(one), ...comes(two), died(one, two), replayed(one), ...comes(one), died(one, two), ...comes(one)],
      ["one came again although it was recorded"]
    ],
    ["nothing on demand", [...comes(one), ...comes(two), died(one), replayed(one)], ["one did not come once more"]],
    [
      "something that nobody wanted",
      [...comes(one), ...comes(two), ...comes(wanted("three", 3))],
      ["three was wanted by nobody"]
    ],
    ["no signature", [...comes(one, { isSigned: false }), ...comes(two)], ["one is not signed"]],
    ["another number", [...comes(one, { sequence: 3 }), ...comes(two)], ["one has the number 3, not 1"]],
    [
      "another subscription",
      [...comes(one, { webhookId: "theirs" }), ...comes(two)],
      ["one came to another subscription than the one that wanted it"]
    ],
    [
      "what nobody wants any more",
      [...comes(one), ended, died(one), ...comes(two)],
      ["two came after the end of its subscription"]
    ]
  ])("is wrong with: %s", (_, journal, wrongs) => {
    assert.deepStrictEqual(wrongsIn(journal, [one, two]), wrongs)
  })

  it("is wrong with a missing or repeated sequence number", () => {
    const events = [one, wanted("three", 3)]
    assert.deepStrictEqual(
      wrongsIn(
        events.flatMap((event) => comes(event)),
        events
      ),
      ["conversation talk counts 1 3"]
    )
  })

  it("is checked for order within one subscription only", () => {
    const theirs = wanted("two", 2, "theirs")
    assert.deepStrictEqual(wrongsIn([ended, died(), ...comes(theirs)], [one, theirs]), [])
  })
})
