import { assert, describe, it } from "@effect/vitest"
import { ConversationId, EventId, OrganizationId, WebhookId } from "../../../src/domain/Ids.ts"
import { beginning } from "../../../src/adapters/postgres/delivery/SnapshotCursor.ts"
import { type OutboxColumns, OutboxRow } from "../../../src/adapters/postgres/delivery/readOutbox.ts"
import { heapGrowth } from "../../support/heapGrowth.ts"

const uuid = (number: number) => `01a20000-0000-7000-8000-${String(number).padStart(12, "0")}`

/** About 2 KiB. */
const rowOf = (number: number): OutboxColumns => ({
  id: EventId.make(uuid(number)),
  organization_id: OrganizationId.make(uuid(1)),
  webhook_id: WebhookId.make(uuid(2)),
  type: "message.sent",
  conversation_id: ConversationId.make(uuid(3)),
  sequence: number,
  occurred_at: new Date(Date.UTC(2026, 0, 1)),
  data: JSON.stringify({ text: Buffer.alloc(2_000, uuid(number)).toString("latin1") }),
  commit_order: "7",
  is_new: true,
  is_held: false
})

/** A literal with a getter, which keeps its row as well. */
const literalOf = (row: OutboxColumns) => ({
  isHeld: row.is_held,
  get cursor() {
    return row.commit_order
  }
})

const mebibyte = 1024 * 1024

describe("OutboxRow", () => {
  it("goes on behind its row", () => {
    const row = new OutboxRow(rowOf(5), { ...beginning, until: "9:9:" })
    assert.deepStrictEqual(JSON.parse(row.cursor), {
      ...beginning,
      until: "9:9:",
      after: { commitOrder: "7", sequence: 5, id: uuid(5) }
    })
  })

  it("leaves its row to the next collection of young garbage, as a literal with a getter does not", () => {
    assert.isBelow(
      heapGrowth(4_000, (number) => void new OutboxRow(rowOf(number), beginning)),
      2 * mebibyte
    )
    // What it is a class for. When this fails, it has become superfluous.
    assert.isAbove(
      heapGrowth(4_000, (number) => void literalOf(rowOf(number))),
      6 * mebibyte
    )
  })
})
