import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { FaultRule, FaultScript, maxRules } from "../FaultRule.ts"
import { Faults } from "../Faults.ts"
import { Tokens } from "../tokens/Tokens.ts"
import { Callback } from "../webhooks/Postman.ts"
import { Deliveries } from "../webhooks/Deliveries.ts"
import { Sends } from "../webhooks/Sends.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { BadControl, control, done, limited, newestOf, readBody, readQuery } from "./control.ts"
import { ControlAccess, mayReportTo } from "./ControlAccess.ts"

const readFaults = Effect.flatMap(Faults, ({ left }) => left)
const replaceFaults = Effect.gen(function* () {
  const script = yield* readBody(FaultScript)
  yield* (yield* Faults).replace(script)
  return done
})

const setCallback = Effect.gen(function* () {
  const callback = yield* readBody(Callback)
  if (!mayReportTo(yield* ControlAccess, callback.url)) {
    return yield* new BadControl({ reason: "url: its origin was not allowed when the emulator started" })
  }
  yield* (yield* Webhooks).setCallback(Option.some(callback))
  yield* (yield* Tokens).setAppSecret(Option.some(callback.appSecret))
  return done
})
const clearCallback = Effect.flatMap(Webhooks, (webhooks) => Effect.as(webhooks.setCallback(Option.none()), done))

/** The number in the path. */
const readId = Effect.flatMap(HttpRouter.params, ({ id = "" }) =>
  /^\d{1,15}$/.test(id) ? Effect.succeed(Number(id)) : Effect.fail(new BadControl({ reason: "id: must be a number" }))
)

const flush = Effect.flatMap(Webhooks, (webhooks) => webhooks.flush)

const readDeliveries = Effect.gen(function* () {
  const query = yield* readQuery(Schema.Struct(limited))
  return { deliveries: newestOf(yield* (yield* Deliveries).all, query) }
})
const clearDeliveries = Effect.flatMap(Deliveries, ({ clear }) => Effect.as(clear, done))
const readSends = Effect.gen(function* () {
  const query = yield* readQuery(Schema.Struct(limited))
  return { sends: newestOf(yield* (yield* Sends).all, query) }
})

const redeliver = Effect.gen(function* () {
  const status = yield* (yield* Webhooks).redeliver(yield* readId)
  if (Option.isSome(status)) return { status: status.value }
  return yield* new BadControl({ reason: "id: names no delivery that is remembered, or there is no callback" })
})

const armedFaults = Effect.flatMap(Faults, ({ armed }) => Effect.map(armed, (all) => ({ faults: all })))
const arm = Effect.gen(function* () {
  const fault = yield* (yield* Faults).arm(yield* readBody(FaultRule))
  if (Option.isSome(fault)) return fault.value
  return yield* new BadControl({ reason: `body: ${maxRules} faults are armed; disarm one first` })
})
const disarm = Effect.gen(function* () {
  if (yield* (yield* Faults).disarm(yield* readId)) return done
  return yield* new BadControl({ reason: "id: names no fault that is armed" })
})

/**
 * What the platform tells the app, and what goes wrong with it.
 *
 * - `GET /_emulator/faults` → `{seed, rules}`, `POST {seed?, rules}` replaces them (see `FaultRule`).
 * - `GET /_emulator/faults/armed` → `{faults: [{id, rule, acted}]}`; `POST` of a rule arms one more and answers with it,
 *   `DELETE /_emulator/faults/armed/{id}` disarms it.
 * - `POST /_emulator/webhook {url, appSecret}` says where to report to, `DELETE` nowhere. The origin has
 *   to be one that was named at the start; where none was, a loopback address.
 * - `POST /_emulator/flush` → `{delivered, undelivered}` delivers every planned webhook now, and says how many webhooks
 *   the app took by that and how many reports it still never took.
 * - `GET /_emulator/deliveries?limit` → `{deliveries}`, every webhook with its signed bytes and the app's answer, `DELETE`
 *   empties the list. `POST /_emulator/deliveries/{id}/redeliver` → `{status}` sends the same bytes once more.
 * - `GET /_emulator/sends?limit` → `{sends}`, every message that was accepted, and what it becomes.
 */
export const layer = Layer.mergeAll(
  control("GET", "/_emulator/faults", readFaults),
  control("POST", "/_emulator/faults", replaceFaults),
  control("POST", "/_emulator/webhook", setCallback),
  control("DELETE", "/_emulator/webhook", clearCallback),
  control("POST", "/_emulator/flush", flush),
  control("GET", "/_emulator/deliveries", readDeliveries),
  control("DELETE", "/_emulator/deliveries", clearDeliveries),
  control("POST", "/_emulator/deliveries/:id/redeliver", redeliver),
  control("GET", "/_emulator/faults/armed", armedFaults),
  control("POST", "/_emulator/faults/armed", arm),
  control("DELETE", "/_emulator/faults/armed/:id", disarm),
  control("GET", "/_emulator/sends", readSends)
)
