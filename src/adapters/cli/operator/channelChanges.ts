import { DateTime, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { requireOrganization } from "../../../app/access/organizations.ts"
import type { AccountChange } from "../../../domain/inbound/AccountChange.ts"
import { AccountChanges, maxListedChanges } from "../../../ports/inbound/Inbox.ts"
import { answerList } from "../output/answer.ts"
import { onlyOrganization } from "./flags.ts"
import { inWords } from "./OperatorError.ts"

const view = ({ account, at, values, what }: AccountChange) => ({
  at: DateTime.formatIso(at),
  organizationId: account.organizationId,
  accountId: account.id,
  channel: account.channel,
  externalId: account.externalId,
  change: what,
  values
})

/** `parley channel changes`: bans, violations, limits, names and templates, as the platforms report them. */
export const channelChanges = Command.make(
  "changes",
  { organization: onlyOrganization("changes") },
  Effect.fn(function* ({ organization }) {
    const store = yield* AccountChanges
    const changes = Option.isSome(organization)
      ? yield* Effect.andThen(requireOrganization(organization.value), store.ofOrganization(organization.value))
      : yield* store.list
    yield* answerList("changes", {
      rows: changes.map(view),
      columns: ["at", "channel", "externalId", "organizationId", "change", "values"],
      hasMore: changes.length >= maxListedChanges,
      none: "No platform reported a change of an account."
    })
  }, inWords)
).pipe(Command.withDescription("Lists what platforms changed about connected accounts, the newest first"))
