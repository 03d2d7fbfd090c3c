import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as Emulated from "../../../emulator/Emulator.ts"
import { account, byLogin, messenger, page, seed as peopleSeed } from "../pages.ts"
import { control, phoneNumberId, wabaId } from "../platform.ts"
import { atNoon, flushed, noon, toPerson, toPhone } from "../reportingWorld.ts"

describe("what follows a send", () => {
  it.effect("are receipts of a person on Messenger", () =>
    Effect.gen(function* () {
      yield* toPerson(messenger)
      const { all } = yield* flushed
      const parties = { sender: { id: messenger.to }, recipient: { id: page.id } }
      const told = (at: number, event: object) => ({
        object: "page",
        entry: [{ id: page.id, time: at, messaging: [{ ...parties, timestamp: at, ...event }] }]
      })
      assert.deepStrictEqual(all, [
        told(noon + 300, { delivery: { mids: ["m_ID"], watermark: noon + 300 } }),
        told(noon + 2_000, { read: { watermark: noon + 2_000 } })
      ])
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("are an echo and that it was seen on Instagram", () =>
    Effect.gen(function* () {
      const attachment = { type: "image", payload: { url: "https://example.com/hat.png" } }
      yield* toPerson(byLogin)
      yield* toPerson(byLogin, { attachment })
      const { all } = yield* flushed
      const told = (at: number, [from, to]: readonly [string, string], event: object) => ({
        object: "instagram",
        entry: [
          {
            id: account.id,
            time: at,
            messaging: [{ sender: { id: from }, recipient: { id: to }, timestamp: at, ...event }]
          }
        ]
      })
      const echo = { mid: "aWdfID", is_echo: true, app_id: 1_517_776_481_860_111 }
      const seen = told(noon + 2_000, [byLogin.to, account.id], { read: { mid: "aWdfID" } })
      assert.deepStrictEqual(all, [
        told(noon, [account.id, byLogin.to], { message: { ...echo, text: "Hello" } }),
        told(noon, [account.id, byLogin.to], { message: { ...echo, attachments: [attachment] } }),
        seen,
        seen
      ])
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("come with an echo on the other channels when a fault wants it", () =>
    Effect.gen(function* () {
      yield* (yield* Emulated.Emulator).setFaults([{ on: "webhook", mode: "echo" }])
      yield* toPerson(messenger, { text: "Hello", metadata: "mine" })
      yield* toPhone()
      yield* toPhone({ to: undefined, recipient: "US.1349120865" })
      const { all } = yield* flushed
      const echo = {
        from: "15550783881",
        id: "wamid.ID",
        timestamp: "1795176000",
        type: "text",
        text: { body: "Hello" }
      }
      const ofPhone = (item: object) => ({
        object: "whatsapp_business_account",
        entry: [
          {
            id: wabaId,
            time: 1_795_176_000,
            changes: [
              {
                value: {
                  messaging_product: "whatsapp",
                  metadata: { display_phone_number: "15550783881", phone_number_id: phoneNumberId },
                  message_echoes: [item]
                },
                field: "smb_message_echoes"
              }
            ]
          }
        ]
      })
      assert.deepStrictEqual(all.slice(0, 3), [
        {
          object: "page",
          entry: [
            {
              id: page.id,
              time: noon,
              messaging: [
                {
                  sender: { id: page.id },
                  recipient: { id: messenger.to },
                  timestamp: noon,
                  message: {
                    mid: "m_ID",
                    is_echo: true,
                    app_id: 1_517_776_481_860_111,
                    metadata: "mine",
                    text: "Hello"
                  }
                }
              ]
            }
          ]
        },
        ofPhone({ ...echo, to: "16505551234" }),
        ofPhone({ ...echo, to_user_id: "US.1349120865" })
      ])
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("are a failure for somebody who never opened a window, unless it was a template", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* toPhone()).status, 200)
      yield* toPhone({
        type: "template",
        text: undefined,
        template: { name: "hello_world", language: { code: "en_US" } }
      })
      const { sends } = yield* Emulated.Emulator
      assert.deepStrictEqual(
        (yield* sends).map(({ outcomes }) => outcomes),
        [["failed"], ["sent", "delivered", "read"]]
      )
      const { all } = yield* flushed
      assert.include(JSON.stringify(all[0]), '"status":"failed"')
      assert.include(JSON.stringify(all[0]), '"code":131047,"title":"Re-engagement message"')

      const refusals = [yield* toPerson(messenger), yield* toPerson(byLogin)]
      assert.deepStrictEqual(
        refusals.map(({ body, status }) => [status, /"code":\d+,"error_subcode":\d+/.exec(JSON.stringify(body))?.[0]]),
        [
          [400, '"code":10,"error_subcode":2018278'],
          [403, '"code":10,"error_subcode":2534022']
        ]
      )
    }).pipe(atNoon({ delivery: "manual", seed: { ...peopleSeed, windows: "strict" } }))
  )

  it.effect("can be told from outside, with every message that was taken", () =>
    Effect.gen(function* () {
      const answer = yield* toPhone()
      yield* control("POST", "flush")
      const { deliveries, sends, setCallback } = yield* Emulated.Emulator
      assert.deepStrictEqual(yield* control("GET", "deliveries"), {
        status: 200,
        body: { deliveries: yield* deliveries }
      })
      const [message] = yield* sends
      assert.deepStrictEqual((yield* control("GET", "sends")).body, { sends: [message] })
      assert.deepStrictEqual(
        { ...message, id: "" },
        {
          id: "",
          channel: "whatsapp",
          accountId: phoneNumberId,
          to: "16505551234",
          at: "2026-11-20T12:00:00.000Z",
          answered: true,
          outcomes: ["sent", "delivered", "read"]
        }
      )
      assert.include(JSON.stringify(answer.body), String(message?.id))
      yield* control("DELETE", "deliveries")
      assert.deepStrictEqual(yield* deliveries, [])

      yield* setCallback(Option.none())
      yield* toPhone()
      assert.deepStrictEqual(yield* control("POST", "flush"), { status: 200, body: { delivered: 0, undelivered: 0 } })
    }).pipe(atNoon({ delivery: "manual" }))
  )
})
