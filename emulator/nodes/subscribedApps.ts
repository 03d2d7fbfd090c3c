import { Effect, Layer, Option, type Schema } from "effect"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { type Destination, sharedEdge } from "../graph/graphEdge.ts"
import { refusal, unknownObject } from "../graph/GraphError.ts"
import { Accounts } from "../tokens/Accounts.ts"
import type { EmulatorState } from "../EmulatorState.ts"
import { app } from "../tokens/debugToken.ts"
import type { Tokens } from "../tokens/Tokens.ts"
import { Subscriptions } from "../webhooks/Subscriptions.ts"
import { type AccountNode, accountNode } from "./accountNode.ts"

/** Numbers and people have no subscriptions of their own. */
const subscribable: ReadonlySet<string> = new Set(["IGUser", "Page", "WhatsAppBusinessAccount"])

const nodeAt = (accounts: Accounts["Service"], id: string, token: string): Option.Option<AccountNode> =>
  Option.filter(accountNode(accounts.heldBy(token), id), ({ type }) => subscribable.has(type.name))

const fieldsMissing = refusal(100, { message: "(#100) The parameter subscribed_fields is required." })

/** The names in a text with commas or a list. */
const fieldsIn = (given: Schema.Json): ReadonlyArray<string> =>
  (Array.isArray(given) ? given.map(String) : String(given).split(","))
    .map((field) => field.trim())
    .filter((field) => field !== "")

/** The app as the list of an account shows it. */
const describe = ({ channel }: AccountNode, subscribed: ReadonlyArray<string>): Schema.JsonObject => {
  const link = `https://www.facebook.com/games/?app_id=${app.id}`
  return channel === "whatsapp"
    ? { whatsapp_business_api_data: { id: app.id, link, name: app.name } }
    : { category: "Business", link, name: app.name, id: app.id, subscribed_fields: subscribed }
}

/** A WhatsApp Business Account is subscribed to everything that the app is, the others to the fields that are named. */
const serve = Effect.fnUntraced(function* (call: GraphCall) {
  const node = nodeAt(yield* Accounts, call.id, yield* tokenOf(call))
  if (Option.isNone(node)) return yield* unknownObject(call.method, call.id)
  const id = String(node.value.object["id"])
  const subscriptions = yield* Subscriptions
  if (call.method === "GET") {
    const subscribed = yield* subscriptions.fieldsOf(id)
    return { status: 200, body: { data: subscribed === null ? [] : [describe(node.value, subscribed)] } }
  }
  const fields = fieldsIn(call.params["subscribed_fields"] ?? "")
  if (call.method === "POST" && node.value.channel !== "whatsapp" && fields.length === 0) return yield* fieldsMissing
  yield* subscriptions.set(id, call.method === "DELETE" ? null : fields)
  return { status: 200, body: { success: true } }
})

type World = Accounts | EmulatorState | Subscriptions | Tokens

const dispatch = Effect.fnUntraced(function* (call: GraphCall): Effect.fn.Return<Destination<World>, never, Accounts> {
  const node = nodeAt(
    yield* Accounts,
    call.id,
    Option.getOrElse(call.token, () => "")
  )
  return { channel: Option.getOrNull(Option.map(node, ({ channel }) => channel)), handler: serve }
})

/**
 * `POST`, `GET` and `DELETE /{waba-id | page-id | instagram-id | me}/subscribed_apps`. All accounts are subscribed from
 * the start; nothing is reported of an account whose subscription was deleted. Fields are listed, and restrict nothing.
 */
export const layer = Layer.mergeAll(
  sharedEdge("POST", "/subscribed_apps", dispatch),
  sharedEdge("GET", "/subscribed_apps", dispatch),
  sharedEdge("DELETE", "/subscribed_apps", dispatch)
)
