import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { newConversation } from "../../../src/domain/conversations/Conversation.ts"
import {
  controlledBy,
  controlledStatus,
  isNewControl,
  latestControl,
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

  it("thread control: the time of the last change never goes back", () => {
    const before = DateTime.subtract(beginning, { minutes: 1 })
    assert.deepStrictEqual(controlledBy(conversation, "agent", before).updatedAt, beginning)
  })
})
