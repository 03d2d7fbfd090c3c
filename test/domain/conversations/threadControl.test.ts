import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { newConversation } from "../../../src/domain/conversations/Conversation.ts"
import {
  controlAfter,
  controlledBy,
  controlledStatus,
  isNewControl,
  latestControl,
  ThreadCall,
  threadCallOf,
  type ThreadControl,
  ThreadHolder
} from "../../../src/domain/conversations/threadControl.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId } from "../../../src/domain/Ids.ts"

const uuid = (digit: number) => `018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e0${digit}`
const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const conversation = newConversation(
  {
    id: ConversationId.make(uuid(1)),
    organizationId: OrganizationId.make(uuid(2)),
    contactId: ContactId.make(uuid(3)),
    channel: "whatsapp",
    channelAccountId: ChannelAccountId.make(uuid(4)),
    source: "whatsapp"
  },
  beginning
)

const Handover = Schema.Struct({
  holder: ThreadHolder,
  second: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 }))
})
const controlOf = ({ holder, second }: typeof Handover.Type): ThreadControl => ({
  holder,
  at: DateTime.add(beginning, { seconds: second })
})
const applied = (handovers: ReadonlyArray<typeof Handover.Type>) =>
  handovers
    .map(controlOf)
    .reduce<ThreadControl | undefined>((known, control) => (isNewControl(known, control) ? control : known), undefined)
const same = (one: ThreadControl | undefined, other: ThreadControl | undefined) =>
  one?.holder === other?.holder && one?.at.epochMilliseconds === other?.at.epochMilliseconds

describe("thread control", () => {
  it.prop(
    "thread control: the order and the repetition of handovers do not change the result",
    { handovers: Schema.Array(Handover).check(Schema.isMaxLength(6)) },
    ({ handovers }) => same(applied(handovers), applied([...handovers.toReversed(), ...handovers]))
  )

  it.prop("thread control: a repetition is not announced", { handover: Handover }, ({ handover }) => {
    const control = controlOf(handover)
    return !isNewControl(control, control)
  })

  it.prop(
    "thread control: of two handovers the same one is the latest in either order",
    { one: Handover, other: Handover },
    ({ one, other }) =>
      same(latestControl(controlOf(one), controlOf(other)), latestControl(controlOf(other), controlOf(one))) &&
      same(latestControl(undefined, controlOf(one)), controlOf(one)) &&
      same(latestControl(controlOf(one), undefined), controlOf(one))
  )

  it.each(["open", "ai_handling", "escalated"] as const)(
    "thread control: each holder has one status, from %s",
    (status) => {
      const later = DateTime.add(beginning, { minutes: 1 })
      for (const holder of ThreadHolder.literals) {
        const before = { ...conversation, status }
        const after = controlledBy(before, holder, later)
        const expected = controlledStatus[holder]
        if (expected === status) assert.strictEqual(after, before)
        else {
          // Nobody has the conversation: with people, it waits for an assignee.
          const queuedAt = holder === "people" ? later : null
          assert.deepStrictEqual(after, { ...before, status: expected, queuedAt, updatedAt: later })
        }
      }
    }
  )

  it("thread control: a closed conversation stays closed", () => {
    const closed = { ...conversation, status: "closed", closedAt: beginning, closedBy: "service_role" } as const
    for (const holder of ThreadHolder.literals) assert.strictEqual(controlledBy(closed, holder, beginning), closed)
  })

  it("thread control: a thread is passed on request, taken from an agent, and released by its holder", () => {
    const { Pass, Release, Take } = ThreadCall.cases
    const pass = Pass.make({ appId: "4711", metadata: null })
    const holders = [null, ...ThreadHolder.literals]
    const callsOf = (action: Parameters<typeof threadCallOf>[0]) =>
      holders.map((holder) => threadCallOf(action, holder, null)?._tag ?? null)
    assert.deepStrictEqual(holders, [null, "agent", "app", "inbox", "people"])
    assert.deepStrictEqual(callsOf("escalate"), [null, "Take", null, null, null])
    assert.deepStrictEqual(callsOf("close"), [null, null, "Release", null, "Release"])
    for (const action of ["assign", "handOverToAi", "reopen"] as const) {
      assert.deepStrictEqual(callsOf(action), [null, null, null, null, null])
    }
    for (const holder of holders) assert.strictEqual(threadCallOf("handOverToAi", holder, pass), pass)
    assert.deepStrictEqual(
      [pass, Take.make({}), Release.make({})].map((call) => controlAfter(call, beginning)?.holder ?? null),
      ["agent", "people", null]
    )
  })

  it("thread control: the report of an own call is no news", () => {
    const after = controlAfter(ThreadCall.cases.Take.make({}), DateTime.add(beginning, { seconds: 1 }))
    assert.isFalse(isNewControl(after ?? undefined, { holder: "agent", at: beginning }))
  })

  it("thread control: the time of the last change never goes back", () => {
    const before = DateTime.subtract(beginning, { minutes: 1 })
    assert.deepStrictEqual(controlledBy(conversation, "agent", before).updatedAt, beginning)
  })
})
