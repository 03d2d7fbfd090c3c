import { Effect, Layer, type Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Emulated from "../../emulator/Emulator.ts"
import { type messenger, seed } from "./pages.ts"
import { accessToken, control, phoneNumberId, request, wabaId } from "./platform.ts"
import * as Receiver from "./receiver.ts"

const appSecret = "app-secret"
export const noon = Date.parse("2026-11-20T12:00:00.000Z")

/** An emulator that reports to the receiver, as it does without further options. */
const world = (options: Partial<Emulated.EmulatorOptions> = {}) =>
  Layer.unwrap(
    Effect.map(Receiver.Receiver, ({ url }) =>
      Emulated.layer({ host: "127.0.0.1", port: 0, seed, callback: { url, appSecret }, ...options })
    )
  ).pipe(Layer.provideMerge(Receiver.layer))

/** Runs at noon, which is when the emulator starts: people's windows are open from then on. */
export const atNoon =
  (options: Partial<Emulated.EmulatorOptions> = {}) =>
  <A, E>(run: Effect.Effect<A, E, Emulated.Emulator | Receiver.Receiver | Scope.Scope>) =>
    Effect.andThen(TestClock.setTime(noon), Effect.provide(run, world(options)))

const post = (path: string, token: string, body: object) =>
  request(`${path}?access_token=${token}`, { method: "POST", body: JSON.stringify(body) })

export const toPhone = (more: object = {}) =>
  post(`/${phoneNumberId}/messages`, accessToken, {
    messaging_product: "whatsapp",
    to: "+1 650 555 1234",
    text: { body: "Hello" },
    ...more
  })

export const toPerson = (way: typeof messenger, message: object = { text: "Hello" }) =>
  post(way.path, way.token, { recipient: { id: way.to }, messaging_type: "UPDATE", message })

/** The bodies of all webhooks so far, without the ids that are different each time. */
export const bodies = Effect.map(
  Effect.flatMap(Emulated.Emulator, ({ deliveries }) => deliveries),
  (all) =>
    all.map(({ body }): unknown =>
      JSON.parse(
        body
          .replaceAll(/"(wamid\.|m_|aWdf)[^"]*"/g, '"$1ID"')
          .replaceAll(/"conversation":\{"id":"[0-9a-f]{32}"/g, '"conversation":{"id":"CONVERSATION"')
      )
    )
)

export const flushed = Effect.flatMap(control("POST", "flush"), ({ body }) =>
  Effect.map(bodies, (all) => ({ all, body }))
)

export const ofNumber = (time: number, status: object) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: wabaId,
      time,
      changes: [
        {
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "15550783881", phone_number_id: phoneNumberId },
            statuses: [status]
          },
          field: "messages"
        }
      ]
    }
  ]
})
