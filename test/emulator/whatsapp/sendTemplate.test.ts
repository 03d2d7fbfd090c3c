import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { emulated, send } from "../platform.ts"
import { body, button, header } from "../../domain/templates/templates.ts"
import { invoice, promotion, template, text } from "./templateSend.ts"

const accepted: ReadonlyArray<readonly [string, object]> = [
  ["without components", { type: "template", template: { name: "hello_world", language: { code: "en_US" } } }],
  [
    "with the only policy",
    { type: "template", template: { name: "hello_world", language: { code: "en_US", policy: "deterministic" } } }
  ],
  ["with texts", template("order_update", [body(text("Ada"), text("7"))])],
  ["in another language", template("order_update", [body(text("Ada"), text("7"))], "es")],
  [
    "with money and a date",
    template("order_update", [
      body(
        { type: "currency", currency: { fallback_value: "$100.99", code: "USD", amount_1000: 100990 } },
        { type: "date_time", date_time: { fallback_value: "February 25, 1977", month: 2 } }
      )
    ])
  ],
  ["with a button's index as text", template("seasonal_promotion", [...promotion, button("1", "url", text("summer"))])],
  [
    "with a button's index as a number, and a payload",
    template("seasonal_promotion", [
      ...promotion,
      button(0, "quick_reply", { type: "payload", payload: "STOP" }),
      button(1, "url", text("summer"))
    ])
  ],
  ["with a document", template("invoice_ready", [header(invoice), body(text("Ada"))])],
  [
    "with named values",
    template("appointment_reminder", [
      body(text("Ada", { parameter_name: "first_name" }), text("Monday", { parameter_name: "appointment_date" }))
    ])
  ],
  [
    "with a code in body and button",
    template("verification_code", [body(text("123456")), button("0", "url", text("123456"))])
  ]
]

layer(emulated())("a template", (it) => {
  it.effect.each(accepted)("WhatsApp templates: a template is sent %s", ([, params]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send({ ...params }), {
        status: 200,
        body: {
          messaging_product: "whatsapp",
          contacts: [{ input: "16505551234", wa_id: "16505551234" }],
          messages: [{ id: "wamid.ID", message_status: "accepted" }]
        }
      })
    })
  )
})
