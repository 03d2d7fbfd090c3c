import { assert, describe } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { receiver, type Received } from "../../support/http/receiver.ts"
import { journey, type Scene, until } from "../support/journey.ts"
import type { Visitor } from "../support/Visitor.ts"

/** Saves the address of a receiver as the webhook, and sends a test event there. */
const testedWebhook = async (scene: Scene, visitor: Visitor, status: () => number) => {
  const received: Array<Received> = []
  const address = await scene.run(receiver(scene.dataDir, (one) => received.push(one), status))
  const { page } = visitor
  await visitor.goTo("/developers/webhook")
  await page.getByLabel("Endpoint URL").fill(address)
  await page.getByRole("button", { name: "Save webhook" }).click()
  await page.getByRole("button", { name: "Send test event" }).click()
  await until("the event is received", () => received.length > 0)
  const [first = { headers: {}, body: "" }] = received
  return { received, first }
}

describe("tools of developers", () => {
  journey("everything that failed is recovered at once, after the receiver is back", async (scene) => {
    const { owner } = await scene.organization("Recovered Ltd")
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    // It is gone, so nothing is tried again, and the webhook is disabled.
    let status = 410
    const { first, received } = await testedWebhook(scene, visitor, () => status)
    await visitor.goTo("/developers/deliveries?status=failed")
    const row = page.getByRole("row").filter({ hasText: "webhook.test" })
    await until("the delivery has failed", async () => {
      await page.getByRole("button", { name: "Reload" }).click()
      return (await row.getByText("Failed").count()) === 1
    })
    await visitor.goTo("/developers/webhook")
    status = 204
    await page.getByRole("button", { name: "Enable again" }).click()
    await page.getByText("Active", { exact: true }).waitFor()

    await visitor.goTo("/developers/deliveries")
    await page.getByRole("button", { name: "Recover failed" }).click()
    const dialog = page.getByRole("dialog", { name: "Recover failed deliveries" })
    await dialog.getByRole("combobox", { name: "Since" }).click()
    await page.getByRole("option", { name: "Last hour" }).click()
    await dialog.getByRole("button", { name: "Recover failed" }).click()
    await page.getByText("1 redelivery queued.").first().waitFor()
    await dialog.waitFor({ state: "detached" })
    await until("the delivery has succeeded", async () => {
      await page.getByRole("button", { name: "Reload" }).click()
      return (await row.getByText("Delivered").count()) === 1
    })
    assert.deepStrictEqual(
      received.map(({ headers }) => headers["webhook-id"]),
      [first.headers["webhook-id"], first.headers["webhook-id"]]
    )
  })

  journey("a received request is checked by the signature tester, and a changed one is refused", async (scene) => {
    const { owner } = await scene.organization("Signed Ltd")
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    const { first } = await testedWebhook(scene, visitor, () => 204)
    await visitor.goTo("/developers/signature")
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    await page.getByLabel("Headers").fill(names.map((name) => `${name}: ${first.headers[name]}`).join("\n"))
    await page.getByLabel("Body").fill(first.body)
    await page.getByRole("button", { name: "Use the current secret" }).click()
    await until("the secret is there", async () => (await page.getByLabel("Signing secret").inputValue()) !== "")
    const check = page.getByRole("button", { name: "Check signature" })
    await check.click()
    await page.getByText("The signature is valid.").waitFor()
    await page.getByLabel("Body").fill(first.body.replace("webhook.test", "webhook.best"))
    await check.click()
    await page.getByText("No signature matches this secret.").waitFor()
  })

  journey("a logged request is copied as curl, and does the same in a shell", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"])
    const contact = { phone: scene.customer("of the log").from, name: `O'Neil "$HOME" \`date\` ${crypto.randomUUID()}` }
    await scene.developer("POST", "/v1/contacts", contact)
    await visitor.goTo("/developers/logs?method=POST&path=/v1/contacts")
    const entry = page.getByRole("link", { name: "Show POST /v1/contacts" })
    await until("the request is logged", async () => {
      await page.getByRole("button", { name: "Reload" }).click()
      return (await entry.count()) > 0
    })
    await entry.first().click()
    await page.getByRole("button", { name: "Copy: The same call as curl" }).click()
    await page.getByText("Copied").waitFor()
    const command = await page.evaluate<string>("navigator.clipboard.readText()")
    assert.notInclude(command, scene.demo.apiKey)
    const { stdout } = await promisify(execFile)("sh", ["-c", command], {
      env: { PATH: process.env["PATH"], API_KEY: scene.demo.apiKey }
    })
    const answer = JSON.parse(stdout) as { readonly success: boolean; readonly data: { readonly name: string } }
    assert.isTrue(answer.success, stdout)
    assert.strictEqual(answer.data.name, contact.name)
  })

  journey("the chart of usage grows with each send", async (scene) => {
    const customer = scene.customer("Counted Carla")
    await customer.writes("Count me")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    const sends = () =>
      scene.developer("POST", "/v1/send-message", { to: customer.from, type: "text", text: "One more" })
    await sends()
    await visitor.goTo("/developers/usage")
    const row = page.getByRole("table", { name: "Events of the month" }).getByRole("row", { name: /^Used so far/ })
    const used = async () => Number((await row.getByRole("cell").innerText()).replaceAll(/\D/g, ""))
    await row.waitFor({ state: "attached" })
    const before = await used()
    assert.isAtLeast(before, 1)
    const bar = page.locator(".dev-chart-bar-used")
    assert.isAbove((await bar.boundingBox())?.width ?? 0, 1)
    for (let count = 0; count < 3; count++) await sends()
    await until("the sends are counted", async () => {
      await page.reload()
      await row.waitFor({ state: "attached" })
      return (await used()) >= before + 3
    })
    await page.locator(".dev-chart-label", { hasText: `Used so far: ${(await used()).toLocaleString("en")}` }).waitFor()
  })

  journey("the usage page counts messages by the category of their price", async (scene) => {
    const customer = scene.customer("Priced Pia")
    await customer.writes("What does it cost?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await scene.developer("POST", "/v1/send-message", { to: customer.from, type: "text", text: "Nothing" })
    await visitor.goTo("/developers/usage")
    const row = page.getByRole("table", { name: "WhatsApp messages by price" }).getByRole("row", { name: /^Service/ })
    await until("the price is reported", async () => {
      await page.reload()
      await page.getByRole("table", { name: "Rate tiers" }).waitFor()
      return (await row.count()) > 0
    })
    assert.match((await row.getByRole("cell").allInnerTexts()).join(" "), /[1-9]\d* 0 – 0$/)
  })
})
