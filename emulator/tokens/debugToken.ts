import { DateTime, Effect, Option, type Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { refusal } from "../graph/GraphError.ts"
import { tokenOf, unknownToken } from "../graph/authenticate.ts"
import type { GraphAnswer } from "../graph/graphEdge.ts"
import { Accounts, type TokenAccounts } from "./Accounts.ts"
import { expiredSubcode, expiredText, Tokens } from "./Tokens.ts"

/** The default id of the app that all tokens were issued to. */
export const app = { id: "1517776481860111", name: "Emulated App" }

const appToken = /^(\d+)\|(.+)$/

/**
 * The id of the app in a call about the app itself. An app's own token is its id and secret, and any secret is valid if
 * the platform knows none. The token of an account is valid too.
 */
const appOf = Effect.fnUntraced(function* (call: GraphCall) {
  const [, id = "", secret = ""] = appToken.exec(Option.getOrElse(call.token, () => "")) ?? []
  if (id === "") {
    yield* tokenOf(call)
    return app.id
  }
  return (yield* (yield* Tokens).isAppSecret(secret)) ? id : yield* unknownToken
})

/** The user behind all tokens: the platform's answers name one. */
const owner = "10215241773831025"

const scopesOf = ({ instagramAccounts, numbers, pages }: TokenAccounts): ReadonlyArray<string> => [
  ...(numbers.length > 0 ? ["whatsapp_business_management", "whatsapp_business_messaging"] : []),
  ...(pages.length > 0 ? ["pages_show_list", "pages_messaging", "pages_manage_metadata"] : []),
  ...(instagramAccounts.some(({ pageId }) => pageId !== undefined)
    ? ["instagram_basic", "instagram_manage_messages"]
    : []),
  ...(instagramAccounts.some(({ pageId }) => pageId === undefined)
    ? ["instagram_business_basic", "instagram_business_manage_messages"]
    : [])
]

/** The owner of a token: a Page, or a user who manages phone numbers or an Instagram account. */
const belongsTo = ({ numbers, pages: [page] }: TokenAccounts): Schema.JsonObject => {
  if (page !== undefined) return { type: "PAGE", profile_id: page.id }
  return { type: numbers.length > 0 ? "SYSTEM_USER" : "USER" }
}

/** The business accounts of the token, which its scopes for WhatsApp were granted for. */
const granularScopesOf = (accounts: TokenAccounts): ReadonlyArray<Schema.JsonObject> =>
  scopesOf(accounts).map((scope) =>
    scope.startsWith("whatsapp_")
      ? { scope, target_ids: [...new Set(accounts.numbers.map(({ wabaId }) => wabaId))] }
      : { scope }
  )

const malformed = { error: { code: unknownToken.code, message: unknownToken.message }, is_valid: false, scopes: [] }

const describe = Effect.fnUntraced(function* (appId: string, token: string) {
  if (!(yield* EmulatorState).isToken(token)) return malformed
  const accounts = (yield* Accounts).ofToken(token)
  const expiredAt = yield* (yield* Tokens).expiredAt(token)
  const now = yield* DateTime.now
  const error = Option.match(expiredAt, {
    onNone: () => ({}),
    onSome: (at) => ({ error: { code: 190, message: expiredText(at, now), subcode: expiredSubcode } })
  })
  return {
    app_id: appId,
    application: app.name,
    ...belongsTo(accounts),
    data_access_expires_at: 0,
    ...error,
    // Seconds; 0 for a token that does not expire automatically.
    expires_at: Option.match(expiredAt, {
      onNone: () => 0,
      onSome: (at) => Math.floor(DateTime.toEpochMillis(at) / 1000)
    }),
    is_valid: Option.isNone(expiredAt),
    scopes: scopesOf(accounts),
    granular_scopes: granularScopesOf(accounts),
    user_id: owner
  }
})

/** `GET /debug_token?input_token`, for the app or with the token of any account: the platform's data of a token. */
export const debugToken = Effect.fnUntraced(function* (call: GraphCall) {
  const appId = yield* appOf(call)
  const { input_token: token = "" } = call.params
  if (token === "") return yield* refusal(100, { message: "(#100) The parameter input_token is required." })
  const answer: GraphAnswer = { status: 200, body: { data: yield* describe(appId, String(token)) } }
  return answer
})
