import { assert, describe } from "@effect/vitest"
import { journey, until } from "../support/journey.ts"

describe("settings", () => {
  journey("a changed form warns before it is left, shows refusals at their fields, and is saved", async (scene) => {
    const { owner } = await scene.organization("Settings Ltd")
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    visitor.expects(/400 \(Bad Request\)/)
    await visitor.goTo("/developers/settings")
    await until("the old address leads to the new one", () => visitor.path === "/settings/organization")
    const country = page.getByLabel("Default country")
    await country.fill("XX")
    await page.getByRole("link", { name: "Labels" }).click()
    const leaving = page.getByRole("dialog", { name: "Leave without saving?" })
    await leaving.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Expected a country code").waitFor()
    assert.strictEqual(await country.getAttribute("aria-invalid"), "true")
    await country.fill("de")
    await page.getByText("Germany").waitFor()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Settings saved.").waitFor()
    await page.reload()
    await until("the country is stored", async () => (await country.inputValue()) === "DE")
    await page.getByRole("link", { name: "Labels" }).click()
    await page.getByRole("heading", { name: "Labels" }).waitFor()
  })

  journey("working hours are stored by day, and an end before its beginning is shown at its day", async (scene) => {
    const { owner } = await scene.organization("Hours Ltd")
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    visitor.expects(/400 \(Bad Request\)/)
    await visitor.goTo("/settings/hours")
    await page.getByLabel("The organization has working hours").check()
    await page.getByLabel("Monday, to").fill("08:00")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("group", { name: "Monday" }).getByRole("alert").waitFor()
    await page.getByLabel("Monday, to").fill("18:30")
    await page.getByRole("button", { name: "Copy Monday to all weekdays" }).click()
    await page.getByLabel("Greeting").fill("Welcome")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Settings saved.").waitFor()
    await page.reload()
    await until("Friday has the hours of Monday", async () => {
      return (await page.getByLabel("Friday, to").inputValue()) === "18:30"
    })
    assert.isFalse(await page.getByRole("checkbox", { name: "Saturday" }).isChecked())
  })

  journey("labels, teams and replies are created, and the audit log names who did it", async (scene) => {
    const { owner } = await scene.organization("Lists Ltd")
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    await visitor.goTo("/settings/labels")
    await page.getByRole("button", { name: "Create label" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("VIP")
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await page.getByRole("row", { name: /VIP/ }).waitFor()

    await page.getByRole("link", { name: "Teams" }).click()
    await page.getByRole("button", { name: "Create team" }).click()
    const team = page.getByRole("dialog", { name: "Create team" })
    await team.getByLabel("Name", { exact: true }).fill("Sales")
    await team.getByRole("checkbox").first().check()
    await team.getByRole("button", { name: "Save" }).click()
    await page.getByRole("row", { name: /Sales/ }).waitFor()

    await page.getByRole("link", { name: "Saved replies" }).click()
    await page.getByRole("button", { name: "Create reply" }).click()
    const reply = page.getByRole("dialog", { name: "Create reply" })
    await reply.getByLabel("Shortcut").fill("hello")
    await reply.getByLabel("Text", { exact: true }).fill("Hello ")
    await reply.getByRole("button", { name: "contact.firstName" }).click()
    await reply.getByText("Hello Ada", { exact: true }).waitFor()
    await reply.getByRole("button", { name: "Save" }).click()
    await page.getByRole("row", { name: /hello/ }).waitFor()

    await page.getByRole("link", { name: "Audit log" }).click()
    await page
      .getByRole("row", { name: /Label · created/ })
      .getByText("VIP")
      .first()
      .waitFor()
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click()
    ])
    assert.strictEqual(file.suggestedFilename(), "audit-log.csv")
  })

  journey("an agent reaches own replies, and no settings of the organization", async (scene) => {
    const agent = await scene.member("agent")
    const visitor = await scene.visitor("agent", { as: agent })
    await visitor.goTo("/settings")
    await visitor.page.getByRole("link", { name: "Saved replies" }).click()
    await visitor.page.getByRole("heading", { name: "Saved replies" }).waitFor()
    assert.strictEqual(await visitor.page.getByRole("link", { name: "Audit log" }).count(), 0)
  })
})

describe("reports", () => {
  journey("an overview counts a conversation of today, and has a file and values by keyboard", async (scene) => {
    const customer = scene.customer("Reported Rosa")
    await customer.writes("Count me")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await visitor.goTo("/reports/overview")
    const chart = page.getByRole("slider", { name: "Conversations by day" })
    await until("the conversation is counted", async () => {
      await page.reload()
      await chart.waitFor()
      return /New conversations: [1-9]/.test((await chart.getAttribute("aria-valuetext")) ?? "")
    })
    await chart.focus()
    await page.keyboard.press("ArrowLeft")
    assert.strictEqual(await chart.getAttribute("aria-valuenow"), "5")
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click()
    ])
    assert.match(file.suggestedFilename(), /^overview-[\d-]+\.csv$/)
    await page.getByRole("link", { name: "Channels" }).click()
    const table = page.getByRole("table", { name: "Channels" })
    await table.getByRole("button", { name: "Messages received" }).click()
    await table.locator("[aria-sort=ascending]").waitFor()
  })
})

describe("endpoints", () => {
  journey("an endpoint is added with its secret, tested, paused and deleted", async (scene) => {
    const { owner } = await scene.organization("Endpoints Ltd")
    const visitor = await scene.visitor("owner", { as: owner })
    const { page } = visitor
    await visitor.goTo("/developers/endpoints")
    await page.getByRole("button", { name: "Add endpoint" }).click()
    const form = page.getByRole("dialog", { name: "Add endpoint" })
    await form.getByLabel("Endpoint URL").fill("https://127.0.0.1:9/hook")
    await form.getByLabel("Name").fill("Warehouse")
    await form.getByRole("button", { name: "Save" }).click()
    const secret = page.getByRole("dialog", { name: "Copy the signing secret now" })
    assert.match(await secret.getByLabel("Signing secret", { exact: true }).first().innerText(), /^whsec_/)
    await secret.getByRole("button", { name: "I have copied it" }).click()
    await page.getByRole("link", { name: "Warehouse" }).click()
    await page.getByRole("button", { name: "Send test event" }).click()
    await page.getByRole("button", { name: "webhook.test" }).waitFor()
    await page.getByRole("button", { name: "Pause" }).click()
    await page.getByRole("button", { name: "Resume" }).waitFor()
    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByText("No endpoints yet").waitFor()
  })
})
