import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { messageTimes } from "../../../src/domain/messages/messageTimes.ts"

const at = (second: number) => DateTime.makeUnsafe(Date.UTC(2026, 10, 20, 12, 0, second))
const failure = { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "Undeliverable" } as const
const id = PlatformMessageId.make("wamid.1")
const message = { annotations: {}, createdAt: at(0), deliveredAt: null, platformMessageId: id, readAt: null } as const

describe("messageTimes", () => {
  it("message times: a message has the times of the steps that it reached", () => {
    const sent = { sentAt: at(0), deliveredAt: null, readAt: null, failedAt: null }
    assert.deepStrictEqual(messageTimes({ ...message, status: "sent" }), sent)
    const read = { ...message, status: "read", deliveredAt: at(1), readAt: at(2) } as const
    assert.deepStrictEqual(messageTimes(read), { ...sent, deliveredAt: at(1), readAt: at(2) })
  })

  it("message times: a reported failure has its time, and a refused send was never sent", () => {
    const reported = { ...message, status: "failed", annotations: { failure: { at: at(3), failure } } } as const
    assert.deepStrictEqual(messageTimes(reported), {
      sentAt: at(0),
      deliveredAt: null,
      readAt: null,
      failedAt: at(3)
    })
    const refused = { ...message, status: "failed", platformMessageId: null } as const
    assert.deepStrictEqual(messageTimes(refused), {
      sentAt: null,
      deliveredAt: null,
      readAt: null,
      failedAt: at(0)
    })
  })

  it("message times: a failure reported for a message that arrived is no step of it", () => {
    const arrived = {
      ...message,
      status: "delivered",
      deliveredAt: at(1),
      annotations: { failure: { at: at(3), failure } }
    }
    assert.isNull(messageTimes({ ...arrived, status: "delivered" }).failedAt)
  })
})
