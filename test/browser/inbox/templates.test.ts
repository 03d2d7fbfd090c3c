import { assert, describe } from "@effect/vitest"
import { bubble, openWith, thread } from "../support/inboxSteps.ts"
import { journey } from "../support/journey.ts"
import { phoneMessage, takePhone } from "../support/phoneSteps.ts"
import { sentTo } from "../support/sentTo.ts"
import type { Visitor } from "../support/Visitor.ts"

const chosen = async (visitor: Visitor, name: string) => {
  await thread(visitor).getByRole("button", { name: "Send a template" }).click()
  const dialog = visitor.page.getByRole("dialog", { name: "Send a template" })
  await dialog.getByRole("button", { name }).click()
  return { dialog, send: () => dialog.getByRole("button", { name: "Send", exact: true }).click() }
}

describe("templates", () => {
  journey("a file in the header is named, checked, and on the customer's phone", async (scene) => {
    const customer = scene.customer("Beatrix Potter")
    await customer.writes("The invoice, please")
    const owner = await scene.visitor("owner", { as: scene.owner })
    await openWith(owner, customer)
    const { dialog, send } = await chosen(owner, "invoice_ready")
    await dialog.getByLabel("Text: 1").fill("Beatrix")
    await dialog.getByLabel("Header").fill("invoice.pdf")
    await send()
    await dialog.getByText("Enter a URL that starts with https://").waitFor()
    const address = "https://files.example.com/invoice-42.pdf"
    await dialog.getByLabel("Header").fill(address)
    const text = "Thank you for your order, Beatrix! Tap the document above to view your invoice."
    await dialog.getByRole("region", { name: "Preview" }).getByText(text).waitFor()
    await send()
    await dialog.waitFor({ state: "detached" })
    await bubble(owner, text).getByText("Read", { exact: true }).waitFor({ state: "attached" })
    const sent = (await sentTo(scene, customer.from)).find((body) => body.includes("invoice_ready")) ?? ""
    assert.include(sent, `"type":"header","parameters":[{"type":"document","document":{"link":"${address}"`)
    const playing = await owner.tab("/playground")
    await takePhone(playing, customer)
    await phoneMessage(playing, customer, text).locator(`a[href="${address}"]`).waitFor()
  })

  journey("a file of this computer in the header is uploaded, and the template is sent later", async (scene) => {
    const customer = scene.customer("Randolph Caldecott")
    await customer.writes("The invoice as a file, please")
    const agent = await scene.visitor("agent", { as: await scene.member("agent") })
    await openWith(agent, customer)
    const { dialog } = await chosen(agent, "invoice_ready")
    await dialog.getByLabel("Text: 1").fill("Randolph")
    const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "invoice-7.pdf", mimeType: "application/pdf", buffer: pdf })
    await dialog.getByText("Uploaded from this computer").waitFor()
    await dialog.getByRole("region", { name: "Preview" }).getByText("invoice-7.pdf").waitFor()
    await dialog.getByRole("button", { name: "Send later" }).click()
    const later = agent.page.getByRole("dialog", { name: "Send later" })
    await later.getByText("Thank you for your order, Randolph!").waitFor()
    await later.getByRole("button", { name: "Schedule", exact: true }).click()
    await thread(agent).getByText("1 scheduled message").click()
    const scheduled = thread(agent).locator(".scheduled")
    await scheduled.getByRole("button", { name: "Cancel: invoice_ready" }).click()
    await scheduled.waitFor({ state: "detached" })
  })

  journey("values of header, text and button are filled in, and offers end with consent", async (scene) => {
    const customer = scene.customer("Kate Greenaway")
    await customer.writes("What is new?")
    const owner = await scene.visitor("owner", { as: scene.owner })
    await openWith(owner, customer)
    const { dialog, send } = await chosen(owner, "seasonal_promotion")
    await dialog.getByLabel("Header: 1").fill("Winter Sale")
    await dialog.getByLabel("Text: 1").fill("Friday")
    await dialog.getByLabel("Text: 2").fill("SNOW")
    await dialog.getByLabel("Text: 3").fill("20%")
    await dialog.getByLabel(/^Button/).fill("winter")
    const preview = dialog.getByRole("region", { name: "Preview" })
    await preview.getByText("Our Winter Sale is on!").waitFor()
    await preview.getByText("Shop now through Friday and use code SNOW to get 20% off of all merchandise.").waitFor()
    await send()
    await dialog.waitFor({ state: "detached" })
    await bubble(owner, "Our Winter Sale is on!").getByText("Read", { exact: true }).waitFor({ state: "attached" })
    const playing = await owner.tab("/playground")
    await takePhone(playing, customer)
    await phoneMessage(playing, customer, "Our Winter Sale is on!")
      .locator('a[href="https://shop.example.com/promotions/winter"]', { hasText: "Shop now" })
      .waitFor()

    await customer.does({ type: "user_preferences", value: "stop" })
    const consent = owner.page.getByRole("region", { name: "Contact", exact: true })
    await consent.getByRole("checkbox", { name: "Opted in to messages", checked: false }).waitFor()
    await thread(owner).getByRole("button", { name: "Send a template" }).click()
    await dialog.getByText("This contact opted out of marketing messages, so marketing templates are hidden.").waitFor()
    await dialog.getByRole("button", { name: "order_update" }).waitFor()
    assert.strictEqual(await dialog.getByRole("button", { name: "seasonal_promotion" }).count(), 0)
  })
})
