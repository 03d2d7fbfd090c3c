import { Effect, Layer, Option } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import type { FaultScript } from "../../../emulator/FaultRule.ts"
import * as Faults from "../../../emulator/Faults.ts"
import * as Deliveries from "../../../emulator/webhooks/Deliveries.ts"
import * as Subscriptions from "../../../emulator/webhooks/Subscriptions.ts"
import * as Webhooks from "../../../emulator/webhooks/Webhooks.ts"

const callback = { url: "http://127.0.0.1:1/webhook", appSecret: "app-secret" }

const statusTo = (status: (body: string) => Effect.Effect<number>) =>
  HttpClient.make((request) => {
    const body = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""
    return Effect.map(status(body), (code) => HttpClientResponse.fromWeb(request, new Response("", { status: code })))
  })

/** Webhooks with faults on their way to an app that answers with these statuses. */
export const reporting = (
  script: FaultScript,
  mode: Webhooks.DeliveryMode,
  app: (body: string) => Effect.Effect<number> = () => Effect.succeed(200)
) =>
  Webhooks.layer(Option.some(callback), mode).pipe(
    Layer.provideMerge(Layer.mergeAll(Faults.layer(script), Deliveries.layer, Subscriptions.layer)),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, statusTo(app)))
  )

export const deliveries = Effect.flatMap(Deliveries.Deliveries, ({ all }) => all)
