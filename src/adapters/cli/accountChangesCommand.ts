import { Console, DateTime, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import type { AccountChange } from "../../domain/inbound/AccountChange.ts"
import { AccountChanges, maxListedChanges } from "../../ports/stores/AccountChanges.ts"
import { oneLine } from "./channelsCommand.ts"

/** Characters of the values that a line shows; `--json` shows all. */
const maxShownValues = 300

const line = ({ account, at, values, what }: AccountChange): string =>
  [
    DateTime.formatIso(at),
    `${account.channel} ${account.externalId}`,
    `organization ${account.organizationId}`,
    what,
    JSON.stringify(values).slice(0, maxShownValues)
  ]
    .map(oneLine)
    .join("  ")

const asJson = ({ account, at, values, what }: AccountChange): string =>
  JSON.stringify({
    at: DateTime.formatIso(at),
    organizationId: account.organizationId,
    accountId: account.id,
    channel: account.channel,
    externalId: account.externalId,
    change: what,
    values
  })

/** `parley channel changes`: bans, violations, limits, names and templates, as the platforms report them. */
export const accountChanges = Command.make(
  "changes",
  { json: Flag.Boolean("json").pipe(Flag.withDescription("One JSON object per line"), Flag.withDefault(false)) },
  Effect.fn(function* ({ json }) {
    const changes = yield* (yield* AccountChanges).list
    for (const change of changes) yield* Console.log(json ? asJson(change) : line(change))
    if (json) return
    if (changes.length === 0) yield* Console.log("Nothing: no platform reported a change of an account")
    if (changes.length === maxListedChanges) yield* Console.log(`These are the newest ${maxListedChanges}.`)
  })
).pipe(Command.withDescription("Lists what platforms changed about connected accounts, the newest first"))
