import { assert, describe } from "@effect/vitest"
import { journey } from "./support/journey.ts"

describe("the page of templates", () => {
  journey("an owner creates, previews, copies and deletes a template; an agent sees it", async (scene) => {
    const name = `late_${crypto.randomUUID().slice(0, 8).replaceAll("-", "_")}`
    const owner = await scene.visitor("owner", { as: scene.owner })
    const { page } = owner
    await page.getByRole("link", { name: "Templates" }).click()
    await page.getByRole("row", { name: /miracle_cure.*Rejected Invalid format/ }).waitFor()
    await page.getByRole("button", { name: "Create template" }).click()
    const dialog = page.getByRole("dialog")
    const submit = dialog.getByRole("button", { name: "Submit for review" })
    await submit.click()
    await dialog.getByText("Use 1 to 512 lowercase letters, digits and underscores.").waitFor()
    await dialog.getByLabel("Name").fill(name)
    await dialog.getByRole("textbox", { name: "Text" }).fill("Hello {{first_name}}, your order is late. Sorry.")
    await submit.click()
    await dialog.getByText("Enter an example. WhatsApp needs it for the review.").waitFor()
    await dialog.getByLabel("Example for Text: first_name").fill("Ann")
    await dialog.getByRole("region", { name: "Preview" }).getByText("Hello Ann, your order is late. Sorry.").waitFor()
    await dialog.getByRole("button", { name: "Add button" }).click()
    await dialog.getByLabel("Text of the button").fill("Thanks")
    await submit.click()
    await dialog.waitFor({ state: "detached" })
    const row = page.getByRole("row", { name: new RegExp(`${name},`) })
    await row.getByText("Approved").waitFor()

    await row.getByRole("button", { name: `Actions for ${name}` }).click()
    await page.getByRole("menuitem", { name: "Duplicate" }).click()
    await submit.click()
    const copy = page.getByRole("row", { name: new RegExp(`${name}_copy,`) })
    await copy.getByRole("button", { name: `Actions for ${name}_copy` }).click()
    await page.getByRole("menuitem", { name: "Delete" }).click()
    await dialog.getByRole("button", { name: "Delete" }).click()
    await copy.waitFor({ state: "detached" })
    await row.getByRole("button", { name: /show preview/ }).click()
    await dialog.getByText("Thanks").waitFor()

    const agent = await scene.visitor("agent", { as: await scene.member("agent"), at: "/templates" })
    await agent.page.getByRole("link", { name: "Templates" }).click()
    await agent.page.getByRole("row", { name: new RegExp(`${name},`) }).waitFor()
    assert.strictEqual(await agent.page.getByRole("button", { name: "Create template" }).count(), 0)
  })
})
