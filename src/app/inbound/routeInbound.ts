import { Effect, Option } from "effect"
import type { Inbound } from "../../domain/Inbound.ts"
import type { InboundProblemReason } from "../../domain/InboundDelivery.ts"
import type { ChannelAccount } from "../../domain/Channel.ts"
import { ChannelAccounts } from "../../ports/ChannelAccounts.ts"
import { TemplateCatalogue } from "../../ports/TemplateCatalogue.ts"

/** Where a report belongs. */
export type Route =
  /** To the organization of this account. */
  | { readonly _tag: "ToAccount"; readonly account: ChannelAccount }
  /** Nowhere: everything that follows from it is done. */
  | { readonly _tag: "Done" }
  | { readonly _tag: "Problem"; readonly reason: InboundProblemReason; readonly error: string }

const done: Route = { _tag: "Done" }
const unrouted: Route = { _tag: "Problem", reason: "unrouted", error: "no organization has connected this account" }

/**
 * Of two reports with the same place, one goes where the other one goes; null where something else is to be done too.
 */
export const placeOf = (item: Inbound): string | null => {
  switch (item._tag) {
    case "Unreadable":
    case "Ignored":
    case "TemplateChanged":
    case "AccountTroubled":
      return null
    default:
      return `${item.channel} ${item.accountExternalId}`
  }
}

/**
 * Finds the organization of a report by the number, Page or account that it names, and by nothing else. A report about
 * no account of its own is done here.
 */
export const routeInbound = Effect.fnUntraced(function* (
  item: Inbound
): Effect.fn.Return<Route, never, ChannelAccounts | TemplateCatalogue> {
  const accounts = yield* ChannelAccounts
  switch (item._tag) {
    case "Unreadable":
      return { _tag: "Problem", reason: "unreadable", error: item.error }
    case "Ignored":
      return done
    case "TemplateChanged": {
      if ((yield* accounts.ofBusinessAccount(item.businessAccountId)).length === 0) return unrouted
      yield* (yield* TemplateCatalogue).changed(item.businessAccountId, item)
      return done
    }
    default: {
      const account = yield* accounts.route(item.channel, item.accountExternalId)
      if (Option.isNone(account)) return unrouted
      if (item._tag !== "AccountTroubled") return { _tag: "ToAccount", account: account.value }
      const { code, title } = item.problem
      yield* Effect.logWarning("the platform reports a problem of an account", {
        channelAccountId: account.value.id,
        code,
        title
      })
      return done
    }
  }
})
