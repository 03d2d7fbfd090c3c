import { assert, describe } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { inbound, openWith } from "../support/inboxSteps.ts"
import type { Customer } from "../support/Customer.ts"
import { journey, type Scene } from "../support/journey.ts"
import { phoneMessage, takePhone } from "../support/phoneSteps.ts"
import type { Visitor } from "../support/Visitor.ts"

/** A customer's phone, and the member who has the conversation open in another tab. */
const both = async (scene: Scene, customer: Customer) => {
  await customer.writes("What do you have?")
  const owner = await scene.visitor("owner", { as: scene.owner })
  await openWith(owner, customer)
  const playing = await owner.tab("/playground")
  await takePhone(playing, customer)
  return { owner, playing }
}

/** Taps a choice of a message on the phone. */
const tap = (playing: Visitor, customer: Customer, message: string, choice: string | RegExp) =>
  phoneMessage(playing, customer, message)
    .getByRole("group", { name: "Choices" })
    .getByRole("button", { name: choice })
    .click()

/** Has another program of the business send something by the platform itself. */
const sendsByPlatform = async ({ dataDir, demo }: Scene, to: string, interactive: object): Promise<void> => {
  const { EMULATOR_TOKEN: token } = JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8")) as {
    EMULATOR_TOKEN: string
  }
  const response = await fetch(`${demo.emulatorUrl}/v26.0/${demo.whatsapp.phoneNumberId}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ messaging_product: "whatsapp", to, type: "interactive", interactive })
  })
  assert.strictEqual(response.status, 200, await response.text())
}

describe("choices of a customer", () => {
  journey("a quick reply of a template arrives with the template that it answers", async (scene) => {
    const customer = scene.customer("Ruth Asawa")
    const { owner, playing } = await both(scene, customer)
    const values = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ type: "text", text }))
    await scene.developer("POST", "/v1/send-message", {
      to: customer.from,
      template: {
        name: "seasonal_promotion",
        language: { code: "en_US" },
        components: [
          { type: "header", parameters: values("Autumn Sale") },
          { type: "body", parameters: values("Sunday", "TEN", "10%") },
          { type: "button", sub_type: "url", index: "1", parameters: values("autumn") }
        ]
      }
    })
    await tap(playing, customer, "Our Autumn Sale is on!", "Stop promotions")
    const answered = inbound(owner, "Stop promotions").filter({ has: owner.page.locator(".quote") })
    await answered.getByRole("button", { name: /Reply to our message/ }).click()
    await owner.page.locator(".message-outbound:focus", { hasText: "Our Autumn Sale is on!" }).waitFor()
  })

  journey("reply buttons and rows of a list arrive, whoever sent the question", async (scene) => {
    const customer = scene.customer("Anni Albers")
    const { owner, playing } = await both(scene, customer)
    await sendsByPlatform(scene, customer.from, {
      type: "button",
      body: { text: "Shall we deliver it?" },
      action: { buttons: [{ type: "reply", reply: { id: "yes", title: "Yes, please" } }] }
    })
    await tap(playing, customer, "Shall we deliver it?", "Yes, please")
    await inbound(owner, "Yes, please").getByText("Reply to an earlier message").waitFor()
    const rows = [
      { id: "small", title: "Small loaf", description: "500 g" },
      { id: "large", title: "Large loaf", description: "1 kg" }
    ]
    await sendsByPlatform(scene, customer.from, {
      type: "list",
      body: { text: "Which size?" },
      action: { button: "Sizes", sections: [{ title: "Bread", rows }] }
    })
    await tap(playing, customer, "Which size?", /^Large loaf/)
    await inbound(owner, "Large loaf").getByText("Reply to an earlier message").waitFor()
  })

  for (const [channel, name, path, recipient] of [
    ["messenger", "Sonia Delaunay", "/v1/messenger/send-message", "recipientId"],
    ["instagram", "Hilma af Klint", "/v1/instagram/send-message", "participantId"]
  ] as const) {
    journey(`quick replies, buttons and cards of ${channel} arrive`, async (scene) => {
      const customer = scene.customer(name, channel)
      const { owner, playing } = await both(scene, customer)
      const sends = (message: object) => scene.developer("POST", path, { [recipient]: customer.from, ...message })
      const quickReplies = [
        { title: "Morning", payload: "AM" },
        { title: "Evening", payload: "PM" }
      ]
      await sends({ type: "quick_replies", text: "When do you come?", quickReplies })
      await tap(playing, customer, "When do you come?", "Evening")
      await inbound(owner, "Evening").waitFor()
      const button = (title: string) => ({ type: "postback", title, payload: title.toUpperCase() })
      await sends({ type: "button_template", buttonTemplateText: "Book a table?", buttons: [button("Book it")] })
      await tap(playing, customer, "Book a table?", "Book it")
      await inbound(owner, "Book it").waitFor()
      await sends({
        type: "generic_template",
        elements: [
          { title: "Rye", subtitle: "Dark", buttons: [button("Take rye")] },
          { title: "Wheat", subtitle: "Light", buttons: [button("Take wheat")] }
        ]
      })
      await tap(playing, customer, "Wheat", "Take wheat")
      await inbound(owner, "Take wheat").waitFor()
    })
  }
})
