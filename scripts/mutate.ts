/**
 * `npm run mutate`: breaks rules of the service on purpose, one line each, in a copy of the sources, and prints the
 * number of seeds until the simulation finds each. Ends with code 1 if one is not found.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

/** A line that breaks a rule. */
export interface Mutation {
  readonly rule: string
  readonly file: string
  readonly line: string
  readonly instead: string
}

export const mutations: ReadonlyArray<Mutation> = [
  {
    rule: "Statuses only go forwards",
    file: "src/domain/messages/messageReceipts.ts",
    line: 'if (readAt !== null) return "read"',
    instead: 'if (readAt !== null && deliveredAt === null) return "read"'
  },
  {
    rule: "An idempotency key belongs to one send",
    file: "src/adapters/memory/sends/MemorySendLedger.ts",
    line: "if (existing !== undefined && existing.messageId !== messageId)",
    instead: "if (existing !== undefined && existing.messageId === messageId)"
  },
  {
    rule: "A rejected send returns its unit",
    file: "src/app/sends/dispatch.ts",
    line: 'const _tag = isToNobody(failure) ? "NoRecipient" : "NotSent"',
    instead: 'const _tag = "Unknown"'
  },
  {
    rule: "A contact belongs to one organization",
    file: "src/adapters/memory/contacts/storedIdentities.ts",
    line: "const known = state.identities.find((row) => row.organizationId === organizationId && isSame(row, identity))",
    instead: "const known = state.identities.find((row) => isSame(row, identity))"
  },
  {
    rule: "A report that comes twice has one effect",
    file: "src/adapters/memory/inbound/MemoryInbox.ts",
    line: "keys.has(platformKey(message.channelAccountId, message.platformMessageId))",
    instead: "!keys.has(platformKey(message.channelAccountId, message.platformMessageId))"
  },
  {
    rule: "A conversation shows its messages by their time",
    file: "src/adapters/memory/messages/listedMessages.ts",
    line: ".toSorted(Order.flip(inConversation))",
    instead: ".toSorted((one, other) => (one.id < other.id ? 1 : -1))"
  },
  {
    rule: "A send without an outcome expires",
    file: "src/adapters/memory/sends/MemorySendLedger.ts",
    line: 'status === "pending" && DateTime.isLessThan(createdAt, before)',
    instead: 'status === "failed" && DateTime.isLessThan(createdAt, before)'
  },
  {
    rule: "Another process takes over an unprocessed webhook when its lease ends",
    file: "src/adapters/memory/inbound/MemoryInboundQueue.ts",
    line: "doneAt === null && (leaseUntil === null || DateTime.isLessThanOrEqualTo(leaseUntil, now))",
    instead: "doneAt === null && leaseUntil === null"
  },
  {
    rule: "A later delivery of a conversation waits for the earlier one",
    file: "src/app/webhooks/delivery/OrderedQueue.ts",
    line: "if (hasDeferred || conversation.hasDeferred) return null",
    instead: "if (hasDeferred && conversation.hasDeferred) return null"
  },
  {
    rule: "A checkpoint lies before every delivery without an outcome",
    file: "src/app/webhooks/delivery/CheckpointTracker.ts",
    line: "for (const oldest of this.#batches) return oldest.cursor",
    instead: "for (const oldest of this.#batches) if (oldest.cursor === this.cursor) return oldest.cursor"
  },
  {
    rule: "A refused delivery is retried",
    file: "src/domain/webhooks/afterRefusal.ts",
    line: 'if (refusal.status === 410) return { next: { _tag: "GiveUp" }, disables: "gone" }',
    instead: 'if (refusal.status !== null) return { next: { _tag: "GiveUp" }, disables: null }'
  },
  {
    rule: "All attempts of a scheduled send have one key",
    file: "src/app/sends/pendingSends.ts",
    line: "const key = keyOfPending(pending)",
    instead: "const key = IdempotencyKey.make(`${pending.id} ${pending.attempts}`)"
  },
  {
    rule: "A send that has begun cannot be cancelled",
    file: "src/app/sends/scheduledSends.ts",
    line: "return yield* new ScheduledSendBegun({ status: scheduledStatus(yield* getScheduled(access, id)) })",
    instead: "return yield* getScheduled(access, id)"
  },
  {
    rule: "A message that fails no longer counts",
    file: "src/domain/limits/MessageCount.ts",
    line: 'former.annotations.pricing === now.annotations.pricing && (former.status === "failed") === (now.status === "failed")',
    instead: "former.annotations.pricing === now.annotations.pricing"
  },
  {
    rule: "A policy chooses available members",
    file: "src/domain/conversations/assignment.ts",
    line: 'return availabilityOf(member) === "available" && (most === null || member.open < most)',
    instead: "return most === null || member.open < most"
  }
]

const root = fileURLToPath(new URL("..", import.meta.url))

/** The broken rule that the simulation reports, and the number of seeds until then. */
export interface Found {
  readonly seeds: number
  readonly broken: string
}

/** Runs the simulation over a copy of the sources with the line, until a rule breaks; null if none does. */
export const findMutation = (mutation: Mutation, seeds: number): Found | null => {
  const copy = mkdtempSync(join(tmpdir(), "mutation-"))
  try {
    for (const folder of ["src", "testing", "emulator", "scripts"]) {
      cpSync(join(root, folder), join(copy, folder), {
        recursive: true,
        filter: (path) => !path.includes("node_modules")
      })
    }
    cpSync(join(root, "package.json"), join(copy, "package.json"))
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
    const file = join(copy, mutation.file)
    const code = readFileSync(file, "utf8")
    if (code.split(mutation.line).length !== 2) throw new Error(`${mutation.file} does not have once: ${mutation.line}`)
    writeFileSync(
      file,
      code.replace(mutation.line, () => mutation.instead)
    )
    const options = ["--seeds", String(seeds), "--until-failure", "--no-shrink", "--quiet"]
    const run = spawnSync(process.execPath, [join(copy, "scripts/simulate.ts"), ...options], {
      cwd: copy,
      encoding: "utf8"
    })
    const [, seed, broken = ""] = /^seed (\d+): (.*)/m.exec(run.stdout) ?? []
    if (seed !== undefined) return { seeds: Number(seed), broken }
    if (run.status !== 0) throw new Error(run.stderr)
    return null
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { seeds: { type: "string", default: "1000" }, only: { type: "string" } } })
  for (const mutation of mutations) {
    if (values.only !== undefined && !mutation.rule.includes(values.only)) continue
    const found = findMutation(mutation, Number(values.seeds))
    process.stdout.write(
      `${String(found?.seeds ?? "not found").padStart(9)}  ${mutation.rule}: ${found?.broken ?? ""}\n`
    )
    if (found === null) process.exitCode = 1
  }
}
