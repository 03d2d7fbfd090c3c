import { DateTime, Effect, Option } from "effect"
import { accountUpdated } from "../../domain/webhooks/Event.ts"
import { EventId, generated } from "../../domain/Ids.ts"
import {
  type AccountChange,
  accountChangeLevel,
  accountConcern,
  accountsConcerned
} from "../../domain/inbound/AccountChange.ts"
import type { TemplateChange } from "../../domain/templates/Template.ts"
import type { Inbound } from "../../domain/inbound/Inbound.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { AccountChanges } from "../../ports/inbound/Inbox.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { pauseCampaignsOn } from "../campaigns/campaigns.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"

type AccountChanged = Extract<Inbound, { readonly _tag: "AccountChanged" }>

/** The connected accounts that a change concerns, of any organizations. None where no such account is connected. */
export const accountsOfChange = Effect.fnUntraced(function* (item: AccountChanged) {
  const { ofBusinessAccount, route } = yield* ChannelAccounts
  const { accountExternalId, businessAccountId, channel, displayNumber } = item
  if (accountExternalId !== null) return Option.toArray(yield* route(channel, accountExternalId))
  return businessAccountId === null ? [] : accountsConcerned(yield* ofBusinessAccount(businessAccountId), displayNumber)
})

/** Stores a change, announces it and pauses the campaigns that it stops, all or nothing. False when it was known. */
const stored = Effect.fnUntraced(function* (change: AccountChange, template: TemplateChange | null) {
  const { organizationId } = change.account
  if (!(yield* (yield* AccountChanges).add(organizationId, change))) return false
  const id = EventId.make(yield* (yield* IdSource).uuid, generated)
  yield* (yield* EventLog).append(accountUpdated(id, change, yield* DateTime.now))
  yield* pauseCampaignsOn(change, template)
  return true
})

/** Characters of the values that a log line shows. */
const maxLoggedValues = 1_000

/**
 * Stores, announces and logs a change of an account, once however often it is reported. `template`: the change of a template of
 * the account that it is.
 */
export const noteAccountChange = Effect.fnUntraced(function* (
  change: AccountChange,
  template: TemplateChange | null = null
) {
  const { atomically } = yield* Transaction
  if (!(yield* atomically(stored(change, template)))) return
  const { account, values, what } = change
  const concern = accountConcern(change)
  const meter = yield* Meter
  meter.record(metrics.accountChanges, 1, { concern })
  yield* Effect.logWithLevel(accountChangeLevel(change))("the platform changed an account", {
    organizationId: account.organizationId,
    channelAccountId: account.id,
    change: what,
    concern,
    values: JSON.stringify(values).slice(0, maxLoggedValues)
  })
})
