import { Context, Schema } from "effect"

/** The transaction that a program has opened around use cases. */
export interface ProgramTransaction {
  /** The pool or the store of the transaction. Stores of another one cannot join it. */
  readonly database: unknown
}

/**
 * The open transaction of the program; null outside of one. Transactions that use cases open for themselves do not count.
 */
export const OpenTransaction = Context.Reference<ProgramTransaction | null>("effect-parley/ports/OpenTransaction", {
  defaultValue: () => null
})

/**
 * A call that cannot be part of the open transaction: it calls a platform, commits separately, or belongs to another
 * database. Nothing was done. `inTransaction` fails with it; elsewhere it is a defect.
 */
export class CannotJoinTransaction extends Schema.TaggedError<CannotJoinTransaction>()("CannotJoinTransaction", {
  /** The refused call of a port, such as `SendLedger.reserve`. */
  call: Schema.String,
  reason: Schema.Literals(["outside effect", "separate commit", "another database", "transaction ended"])
}) {
  override get message() {
    return `${this.call} cannot be part of the open transaction (${this.reason}). Call the use case after the commit; record a send with sendAfterCommit`
  }
}

/**
 * Calls of stores that cannot be part of a transaction, by port: their statements are written together with those of
 * others, commit one by one, or belong to a worker. `true` is every call of the port.
 */
const separate: Readonly<Record<string, true | ReadonlyArray<string>>> = {
  AccountChanges: ["list"],
  ApiKeys: ["authenticate"],
  CampaignStore: ["claimTurn", "endTurn", "claimRecipients", "settle", "freeze", "nextDue", "purge", "wakeSignal"],
  ConversationAgenda: ["endedSnoozes", "nextSnoozeEnd", "dueClosings", "assignmentQueues", "queued"],
  AuditLog: ["purge"],
  DeliveryQueue: true,
  Erasures: ["claim", "nextDue", "eraseBatch", "advance", "postpone", "finish", "purge"],
  EventConsumers: true,
  EventFeed: ["purge"],
  IdempotencyKeys: true,
  Inbox: ["claimParked", "purgeParked"],
  InboundQueue: true,
  LiveFeed: true,
  MediaLibrary: ["claim", "wakeSignal"],
  OrganizationDeletion: true,
  PendingSends: ["claim", "nextDue", "settle", "postpone", "purge", "wakeSignal"],
  PresenceSignals: true,
  ProfileLookups: ["claim", "wakeSignal"],
  RateLedger: true,
  Reports: ["fold", "foldAny"],
  RequestLogs: true,
  RetainedRows: true,
  SealedSecrets: true,
  SendLedger: true,
  SignInAttempts: true,
  WebhookStore: ["claimFailing"]
}

/** Whether the call of the store can be part of a transaction of the program. */
export const canJoin = (port: string, method: string): boolean => {
  const calls = separate[port]
  return calls === undefined || (calls !== true && !calls.includes(method))
}
