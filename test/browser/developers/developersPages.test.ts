import { assert, describe } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { journey, type Scene, until } from "../support/journey.ts"

/** What a command of the page prints in a shell that has the demo's key. */
const inShell = async ({ demo }: Scene, command: string): Promise<string> => {
  const env = { PATH: process.env["PATH"], API_KEY: demo.apiKey }
  return (await promisify(execFile)("sh", ["-c", command], { env })).stdout
}

describe("pages of developers", () => {
  journey("the commands of the quick start work as they are, with the ids of the organization", async (scene) => {
    const { page } = await scene.visitor("owner", { as: scene.owner, at: "/developers/quick-start" })
    await page.getByRole("link", { name: "Developers" }).click()
    await page.getByText(scene.demo.orgId).waitFor()
    await page.getByText(`(${scene.demo.whatsapp.phoneNumberId})`).waitFor()
    const command = (step: string) => page.getByLabel(`Command: ${step}`, { exact: true }).innerText()
    const sent = await inShell(scene, await command("2. Send a message"))
    assert.isTrue((JSON.parse(sent) as { readonly success: boolean }).success, sent)
    const read = await inShell(scene, await command("4. Read all events"))
    assert.include(read, `"event":"message.sent"`)
  })

  journey(
    "events wait while the list is paused, are filtered, and documented with schema and example",
    async (scene) => {
      const customer = scene.customer("Inge Lehmann")
      await customer.writes("Before")
      const visitor = await scene.visitor("owner", { as: scene.owner })
      const { page } = visitor
      await visitor.goTo("/developers/live")
      await visitor.live()
      const list = page.getByRole("list", { name: "Live events" })
      await list.waitFor({ state: "attached" })
      const mine = list.getByRole("listitem").filter({ hasText: "message.received" }).filter({ hasText: customer.from })
      await page.getByRole("button", { name: "Pause" }).click()
      await customer.writes("While it waits")
      await page.getByText(/^\d+ events? pending$/).waitFor()
      await until("the message waits", async () => /[1-9]/.test(await page.getByText(/events? pending$/).innerText()))
      assert.strictEqual(await mine.count(), 0)
      await page.getByRole("button", { name: "Resume" }).click()
      await mine.waitFor({ state: "attached" })
      await page.getByLabel("Type contains").fill("conversation.")
      await mine.waitFor({ state: "detached" })

      await visitor.goTo("/developers/events?type=message.received")
      const example = await page.getByLabel("Example message.received", { exact: true }).innerText()
      assert.property(JSON.parse(example), "message_id")
      const schema = await page.getByLabel("Schema message.received", { exact: true }).innerText()
      assert.include(schema, "message_id")
    }
  )
})
