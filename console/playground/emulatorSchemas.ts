import { Schema } from "effect"
import { Channel } from "../../src/domain/conversations/Channel.ts"

export const topics = ["threads", "deliveries", "ledger", "templates", "faults"] as const

/** A list of the emulator whose changes a poll reports. */
export type Topic = (typeof topics)[number]

export const Poll = Schema.Struct({ revision: Schema.Finite, changed: Schema.Array(Schema.String) })

/** An account that people write to. */
const Account = Schema.Struct({
  channel: Channel,
  id: Schema.String,
  name: Schema.String,
  businessAccountId: Schema.NullOr(Schema.String)
})
export type Account = typeof Account.Type

export const Accounts = Schema.Struct({
  accounts: Schema.Array(Account),
  reading: Schema.Literals(["automatic", "manual"])
})

const message = {
  id: Schema.String,
  at: Schema.String,
  by: Schema.Literals(["business", "person"]),
  content: Schema.JsonObject,
  template: Schema.NullOr(Schema.JsonObject),
  reactions: Schema.Struct({ business: Schema.NullOr(Schema.String), person: Schema.NullOr(Schema.String) }),
  isEdited: Schema.Boolean,
  isDeleted: Schema.Boolean
}

/** A message as the person sees it. */
const Message = Schema.Struct(message)
export type Message = typeof Message.Type

const ListedThread = Schema.Struct({
  channel: Channel,
  accountId: Schema.String,
  personId: Schema.String,
  name: Schema.NullOr(Schema.String),
  last: Schema.NullOr(Message),
  unread: Schema.Finite
})
export type ListedThread = typeof ListedThread.Type

export const Threads = Schema.Struct({ threads: Schema.Array(ListedThread) })

/** A message with its reported statuses. */
const ThreadMessage = Schema.Struct({ ...message, outcomes: Schema.Array(Schema.String) })
export type ThreadMessage = typeof ThreadMessage.Type

export const Thread = Schema.Struct({ messages: Schema.Array(ThreadMessage) })

const Delivery = Schema.Struct({
  id: Schema.Finite,
  at: Schema.String,
  url: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String),
  body: Schema.String,
  status: Schema.NullOr(Schema.Finite),
  durationMillis: Schema.NullOr(Schema.Finite),
  redeliveryOf: Schema.NullOr(Schema.Finite)
})
export type Delivery = typeof Delivery.Type

export const Deliveries = Schema.Struct({ deliveries: Schema.Array(Delivery) })

const LedgerCall = Schema.Struct({
  at: Schema.String,
  channel: Schema.NullOr(Channel),
  method: Schema.String,
  path: Schema.String,
  body: Schema.Json,
  status: Schema.Finite
})
export type LedgerCall = typeof LedgerCall.Type

export const Ledger = Schema.Struct({ calls: Schema.Array(LedgerCall) })

const Template = Schema.Struct({
  id: Schema.String,
  accountId: Schema.NullOr(Schema.String),
  name: Schema.String,
  language: Schema.String,
  category: Schema.String,
  status: Schema.String,
  rejected_reason: Schema.optionalKey(Schema.String)
})
export type Template = typeof Template.Type

export const Templates = Schema.Struct({ templates: Schema.Array(Template) })

const ArmedFault = Schema.Struct({
  id: Schema.Finite,
  acted: Schema.Finite,
  rule: Schema.Struct({
    mode: Schema.String,
    channel: Schema.optionalKey(Channel),
    to: Schema.optionalKey(Schema.String),
    code: Schema.optionalKey(Schema.Finite),
    times: Schema.optionalKey(Schema.Finite),
    probability: Schema.optionalKey(Schema.Finite)
  })
})
export type ArmedFault = typeof ArmedFault.Type

export const ArmedFaults = Schema.Struct({ faults: Schema.Array(ArmedFault) })
