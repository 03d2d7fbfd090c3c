import { Effect, Layer, Option } from "effect"
import { FaultScript } from "../FaultRule.ts"
import { Faults } from "../Faults.ts"
import { Tokens } from "../tokens/Tokens.ts"
import { Callback } from "../webhooks/Postman.ts"
import { Deliveries } from "../webhooks/Deliveries.ts"
import { Sends } from "../webhooks/Sends.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { BadControl, control, done, readBody } from "./control.ts"
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

const flush = Effect.flatMap(Webhooks, (webhooks) => webhooks.flush)

const readDeliveries = Effect.flatMap(Deliveries, ({ all }) => Effect.map(all, (deliveries) => ({ deliveries })))
const clearDeliveries = Effect.flatMap(Deliveries, ({ clear }) => Effect.as(clear, done))
const readSends = Effect.flatMap(Sends, ({ all }) => Effect.map(all, (sends) => ({ sends })))

/**
 * What the platform tells the app, and what goes wrong with it.
 *
 * - `GET /_emulator/faults` → `{seed, rules}`, `POST {seed?, rules}` replaces them (see `FaultRule`).
 * - `POST /_emulator/webhook {url, appSecret}` says where to report to, `DELETE` nowhere. The origin has
 *   to be one that was named at the start; where none was, a loopback address.
 * - `POST /_emulator/flush` → `{delivered, undelivered}` delivers every planned webhook now, and says how many webhooks
 *   the app took by that and how many reports it still never took.
 * - `GET /_emulator/deliveries` → `{deliveries}`, every webhook with the app's answer, `DELETE` empties the list.
 * - `GET /_emulator/sends` → `{sends}`, every message that was accepted, and what it becomes.
 */
export const layer = Layer.mergeAll(
  control("GET", "/_emulator/faults", readFaults),
  control("POST", "/_emulator/faults", replaceFaults),
  control("POST", "/_emulator/webhook", setCallback),
  control("DELETE", "/_emulator/webhook", clearCallback),
  control("POST", "/_emulator/flush", flush),
  control("GET", "/_emulator/deliveries", readDeliveries),
  control("DELETE", "/_emulator/deliveries", clearDeliveries),
  control("GET", "/_emulator/sends", readSends)
)
