import { Schema } from "effect"

/** Calls of the ports that a delivery is made by. The log of a shard and that of one organization count each by itself. */
export const Call = Schema.Literals([
  "open",
  "readShard",
  "readOrganization",
  "deferredOrganizations",
  "due",
  "defer",
  "recordAttempt",
  "subscriptions",
  "saveCheckpoint",
  "send"
])
export type Call = typeof Call.Type

/** Before the call begins, while it goes on, or when it has ended. */
export const Side = Schema.Literals(["before", "during", "after"])
export type Side = typeof Side.Type

/** When a process kills itself. */
export class Death extends Schema.Opaque<Death>()(
  Schema.Struct({
    call: Call,
    side: Side,
    /** At the how-manieth of these calls, from 1. */
    nth: Schema.Int,
    /** `during`: turns of the event loop after the call began. */
    turns: Schema.Int,
    /** The step at which it dies although it never came to that: each call is one when it begins and one when it ends. */
    latest: Schema.Int
  })
) {}

export const DeathText = Schema.fromJsonString(Death)

/** A process that does not kill itself. */
export const immortal: Death = { call: "open", side: "before", nth: 0, turns: 0, latest: Number.MAX_SAFE_INTEGER }
