import { assert, describe } from "@effect/vitest"
import { receiver } from "../../support/http/receiver.ts"
import { journey, until } from "../support/journey.ts"

describe("developers", () => {
  journey("an API key is made and shown once, and calls the service", async (scene) => {
    const { owner } = await scene.organization("Keys Ltd")
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    await visitor.goTo("/developers/api-keys")
    await page.getByRole("button", { name: "Create key" }).click()
    const naming = page.getByRole("dialog", { name: "Create an API key" })
    await naming.getByLabel("Name").fill("Shop backend")
    await naming.getByRole("button", { name: "Create key" }).click()
    const made = page.getByRole("dialog", { name: "Copy the key now" })
    const key = await made.getByLabel("API key", { exact: true }).first().innerText()
    await page.keyboard.press("Escape")
    assert.isTrue(await made.isVisible(), "a key is not lost by Escape")
    const call = (apiKey: string) => fetch(`${scene.demo.baseUrl}/v1/contacts`, { headers: { "x-api-key": apiKey } })
    assert.strictEqual((await call(key)).status, 200)
    assert.strictEqual((await call(`${key}x`)).status, 401)

    await made.getByRole("button", { name: "I have copied it" }).click()
    await made.waitFor({ state: "detached" })
    const row = page.getByRole("row", { name: /Shop backend/ })
    await row.getByText("Active").waitFor()
    await page.reload()
    await row.waitFor()
    assert.notInclude(await page.content(), key)
    assert.notInclude(await page.evaluate("JSON.stringify({ ...sessionStorage, ...localStorage })"), key)

    await row.getByRole("button", { name: "Revoke: Shop backend" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click()
    await row.getByText("Revoked").waitFor()
    await until("the key is refused", async () => (await call(key)).status === 401)
  })

  journey("a replaced secret signs for a day, which the page shows after a reload too", async (scene) => {
    const { owner } = await scene.organization("Secrets Ltd")
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    await visitor.goTo("/developers/webhook")
    await page.getByLabel("Endpoint URL").fill(
      await scene.run(
        receiver(
          scene.dataDir,
          () => {},
          () => 204
        )
      )
    )
    await page.getByRole("button", { name: "Save webhook" }).click()
    const secret = page.getByRole("region", { name: "Signing secret" })
    await secret.getByRole("button", { name: "Rotate secret" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click()
    await secret.getByText("The previous secret also signs until").waitFor()
    await page.reload()
    await secret.getByText("The previous secret also signs until").waitFor()
  })

  journey("a delivery that failed is resent after the receiver is mended", async (scene) => {
    const { owner } = await scene.organization("Hooks Ltd")
    const received: Array<string> = []
    let status = 500
    const address = await scene.run(
      receiver(
        scene.dataDir,
        ({ headers }) => received.push(headers["webhook-id"] ?? ""),
        () => status
      )
    )
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    await visitor.goTo("/developers/webhook")
    await page.getByLabel("Endpoint URL").fill(address)
    await page.getByRole("button", { name: "Save webhook" }).click()
    await page.getByRole("button", { name: "Send test event" }).click()
    await page.getByRole("link", { name: "View delivery" }).click()
    const attempts = page.getByRole("region", { name: "Attempts" })
    const shows = (text: string) =>
      until(`an attempt that was answered ${text}`, async () => {
        await page.getByRole("button", { name: "Reload" }).click()
        return (await attempts.getByText(text, { exact: true }).count()) > 0
      })
    await shows("500")
    const body = await page.getByRole("region", { name: "Body of every attempt" }).locator("pre").innerText()
    assert.match(body, /^\{"event":"webhook\.test","timestamp":"[^"]+","webhook_id":"[\da-f-]+","data":\{"message":/)
    assert.isAtLeast(received.length, 1)
    status = 204
    await page.getByRole("button", { name: "Resend" }).click()
    await shows("204")
    await page.getByText("Delivered", { exact: true }).first().waitFor()
    assert.strictEqual(new Set(received).size, 1, "each attempt has the id of the event")
  })
})
