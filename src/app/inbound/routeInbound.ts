import { Cause, Effect, Option } from "effect"
import type { ChannelAccount } from "../../domain/conversations/Channel.ts"
import type { AccountChange } from "../../domain/inbound/AccountChange.ts"
import type { Inbound } from "../../domain/inbound/Inbound.ts"
import type { InboundProblemReason } from "../../domain/inbound/InboundDelivery.ts"
import type { TemplateChange } from "../../domain/templates/Template.ts"
import { TemplateCatalogue } from "../../ports/templates/TemplateCatalogue.ts"
import type { CampaignStore } from "../../ports/campaigns/CampaignStore.ts"
import type { IdSource } from "../../ports/process/IdSource.ts"
import type { AccountChanges } from "../../ports/inbound/Inbox.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import type { EventLog } from "../../ports/webhooks/EventLog.ts"
import type { Transaction } from "../../ports/process/Transaction.ts"
import { problemText } from "./applyReports.ts"
import { logTestDelivery, reportUnknownField } from "./reportUnknownField.ts"
import { accountsOfChange, noteAccountChange } from "./noteAccountChange.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** The destination of a report. */
export type Route =
  /** To the organization of this account. */
  | { readonly _tag: "ToAccount"; readonly account: ChannelAccount }
  /** Nowhere: everything that follows from it is done. */
  | { readonly _tag: "Done" }
  | { readonly _tag: "Problem"; readonly reason: InboundProblemReason; readonly error: string }

const done: Route = { _tag: "Done" }
const unrouted: Route = { _tag: "Problem", reason: "unrouted", error: "no organization has connected this account" }

/**
 * Cache key for routing; null if the report must be routed individually.
 */
export const placeOf = (item: Inbound): string | null => {
  switch (item._tag) {
    case "Unreadable":
    case "Ignored":
    case "FieldUnknown":
    case "TestDelivered":
    case "TemplateChanged":
    case "AccountTroubled":
    case "AccountChanged":
      return null
    default:
      return `${item.channel} ${item.accountExternalId}`
  }
}

const noteOfEach = (
  accounts: ReadonlyArray<ChannelAccount>,
  { at, key, values, what }: Omit<AccountChange, "account">,
  template: TemplateChange | null = null
) =>
  Effect.forEach(accounts, (account) => noteAccountChange({ account, at, key, values, what }, template), {
    discard: true
  })

/**
 * Finds the organization of a report by the number, Page or account that it names, and by nothing else. A report about
 * no account of its own is done here.
 */
export const routeInbound = Effect.fnUntraced(function* (
  item: Inbound
): Effect.fn.Return<
  Route,
  never,
  AccountChanges | CampaignStore | ChannelAccounts | EventLog | IdSource | TemplateCatalogue | Transaction
> {
  const accounts = yield* ChannelAccounts
  switch (item._tag) {
    case "Unreadable":
      return { _tag: "Problem", reason: "unreadable", error: item.error }
    case "Ignored":
      return done
    case "FieldUnknown":
      yield* reportUnknownField(item)
      return done
    case "TestDelivered":
      yield* logTestDelivery(item)
      return done
    case "TemplateChanged": {
      const affected = yield* accounts.ofBusinessAccount(item.businessAccountId)
      if (affected.length === 0) return unrouted
      yield* (yield* TemplateCatalogue).changed(item.businessAccountId, item)
      yield* noteOfEach(affected, item, item)
      return done
    }
    case "AccountChanged": {
      const affected = yield* accountsOfChange(item)
      if (affected.length === 0) return unrouted
      yield* noteOfEach(affected, item)
      return done
    }
    default: {
      const account = yield* accounts.route(item.channel, item.accountExternalId)
      if (Option.isNone(account)) return unrouted
      if (item._tag !== "AccountTroubled") return { _tag: "ToAccount", account: account.value }
      const { code, title } = item.problem
      const { id: channelAccountId } = account.value
      yield* logFailure(
        { level: "Warn", text: "the platform reports a problem of an account", subject: `${channelAccountId} ${code}` },
        { channelAccountId, code, title }
      )
      return done
    }
  }
})

/** Routes a report. A defect becomes a problem of this report and does not affect others. */
export const routeOrProblem = (item: Inbound) =>
  Effect.catchCause(routeInbound(item), (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.failCause(cause)
      : Effect.as(logFailure({ level: "Error", text: "a report could not be routed" }, cause), {
          _tag: "Problem",
          reason: "failed",
          error: problemText(cause)
        } satisfies Route)
  )
