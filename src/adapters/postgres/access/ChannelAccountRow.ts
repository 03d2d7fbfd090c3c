import { Effect, Schema, Struct } from "effect"
import {
  ChannelAccount,
  ChannelTokenMissing,
  ChannelTokenUnreadable,
  type TokenState
} from "../../../domain/conversations/Channel.ts"
import { AccountHistory } from "../../../domain/conversations/AccountHistory.ts"
import type { ListedAccount } from "../../../ports/access/ChannelAccounts.ts"
import type { Sealer } from "../secrets/Sealer.ts"

const columns = {
  organizationId: "organization_id",
  externalId: "external_id",
  displayName: "display_name",
  businessAccountId: "business_account_id",
  pageId: "page_id",
  createdAt: "created_at"
} as const

const fields = { ...ChannelAccount.fields, createdAt: Schema.DateTimeUtcFromDate }

/** The public fields of an account, without its token. */
export const AccountRow = Schema.Struct(fields).pipe(Schema.encodeKeys(columns))

/** An account with its token. */
export const SealedRow = Schema.Struct({ ...fields, sealedToken: Schema.NullOr(Schema.String) }).pipe(
  Schema.encodeKeys({ ...columns, sealedToken: "sealed_token" })
)

/** The history of an account's phone, stored as the text of its JSON. */
export const HistoryColumn = Schema.NullOr(Schema.fromJsonString(AccountHistory))

/** An account as operators see it: whether it has a token, and its failure, if any. */
export const ListedRow = Schema.Struct({
  ...fields,
  sealedToken: Schema.NullOr(Schema.String),
  problemCode: Schema.NullOr(Schema.Int),
  problemMessage: Schema.NullOr(Schema.String),
  problemAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  history: HistoryColumn
}).pipe(
  Schema.encodeKeys({
    ...columns,
    sealedToken: "sealed_token",
    problemCode: "problem_code",
    problemMessage: "problem_message",
    problemAt: "problem_at"
  })
)

/** A sealed token opens only for the account it was stored with. */
export const tokenOwner = (account: Readonly<Record<"organizationId" | "channel" | "externalId", string>>) => [
  "channel_accounts.sealed_token",
  account.organizationId,
  account.channel,
  account.externalId
]

/** The account with its token opened. */
export const openAccount = Effect.fnUntraced(function* (
  sealer: Sealer["Service"],
  { sealedToken, ...account }: typeof SealedRow.Type
) {
  const { channel } = account
  if (sealedToken === null) return yield* new ChannelTokenMissing({ channel })
  const token = yield* Effect.mapError(
    sealer.open(tokenOwner(account), sealedToken),
    () => new ChannelTokenUnreadable({ channel })
  )
  return { account, token }
})

export const asListed = Effect.fnUntraced(function* (sealer: Sealer["Service"], row: typeof ListedRow.Type) {
  const account = Struct.omit(row, ["sealedToken", "problemCode", "problemMessage", "problemAt", "history"])
  const { history, problemAt: at, problemCode: code, problemMessage: message, sealedToken } = row
  const listed = (tokenState: TokenState): ListedAccount => ({ account, tokenState, problem: null, history })
  if (sealedToken === null) return listed("missing")
  if (!(yield* sealer.canOpen(tokenOwner(account), sealedToken))) return listed("unreadable")
  return code === null || message === null || at === null
    ? listed("ok")
    : ({ account, tokenState: "reconnect", problem: { code, message, at }, history } satisfies ListedAccount)
})
