import { Effect, Layer, Option } from "effect"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { type Destination, sharedEdge } from "../graph/graphEdge.ts"
import { refusal, unknownObject } from "../graph/GraphError.ts"
import { Accounts } from "../tokens/Accounts.ts"
import type { EmulatorState } from "../EmulatorState.ts"
import type { Tokens } from "../tokens/Tokens.ts"
import { type AccountNode, accountNode } from "./accountNode.ts"

/** Numbers and people have no subscriptions of their own. */
const subscribable: ReadonlySet<string> = new Set(["IGUser", "Page", "WhatsAppBusinessAccount"])

const nodeAt = (accounts: Accounts["Service"], id: string, token: string): Option.Option<AccountNode> =>
  Option.filter(accountNode(accounts.heldBy(token), id), ({ type }) => subscribable.has(type.name))

/** A WhatsApp Business Account is subscribed to everything that the app is, the others to the fields that are named. */
const change = Effect.fnUntraced(function* (call: GraphCall) {
  const node = nodeAt(yield* Accounts, call.id, yield* tokenOf(call))
  if (Option.isNone(node)) return yield* unknownObject(call.method, call.id)
  const { subscribed_fields: fields = "" } = call.params
  if (call.method === "POST" && node.value.channel !== "whatsapp" && String(fields) === "") {
    return yield* refusal(100, { message: "(#100) The parameter subscribed_fields is required." })
  }
  return { status: 200, body: { success: true } }
})

const dispatch = Effect.fnUntraced(function* (
  call: GraphCall
): Effect.fn.Return<Destination<Accounts | EmulatorState | Tokens>, never, Accounts> {
  const node = nodeAt(
    yield* Accounts,
    call.id,
    Option.getOrElse(call.token, () => "")
  )
  return { channel: Option.getOrNull(Option.map(node, ({ channel }) => channel)), handler: change }
})

/**
 * `POST` and `DELETE /{waba-id | page-id | instagram-id | me}/subscribed_apps`. The answer is all that comes of it: the
 * emulator reports to its callback whatever is subscribed.
 */
export const layer = Layer.mergeAll(
  sharedEdge("POST", "/subscribed_apps", dispatch),
  sharedEdge("DELETE", "/subscribed_apps", dispatch)
)
