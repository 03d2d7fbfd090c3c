import { ConversationId, EventId, OrganizationId, WebhookId } from "../../../src/domain/Ids.ts"
import { type OutboxColumns, OutboxRow } from "../../../src/adapters/postgres/webhooks/readOutbox.ts"
import { beginning } from "../../../src/adapters/postgres/webhooks/SnapshotCursor.ts"
import { heapGrowth } from "../../support/processes/heapGrowth.ts"

// A program of its own, since it measures a heap: prints by how many bytes it grew with either form of a row.

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
  trace: null,
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

process.stdout.write(
  JSON.stringify({
    asClass: heapGrowth(4_000, (number) => void new OutboxRow(rowOf(number), beginning)),
    asLiteral: heapGrowth(4_000, (number) => void literalOf(rowOf(number)))
  })
)
