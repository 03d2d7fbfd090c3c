import { assert, describe } from "@effect/vitest"
import { randomInt } from "node:crypto"
import type { Page } from "playwright-core"
import { assertNone, barriers } from "./support/accessibility.ts"
import { downloadedText } from "./support/downloadedText.ts"
import { journey } from "./support/journey.ts"

const number = (): string => `+1555${randomInt(1_000_000, 9_000_000)}`

const pick = async (page: Page, label: string, option: string | RegExp, index = 0): Promise<void> => {
  await page.getByRole("combobox", { name: label }).nth(index).click()
  await page.getByRole("option", { name: option }).click()
}

const next = (page: Page) => page.getByRole("button", { name: "Save and continue" }).click()

describe("the pages of campaigns", () => {
  journey("an owner builds, tests and starts a campaign for contacts with a tag", async (scene) => {
    const tag = `tag${randomInt(1e6)}`
    const [ann, bob] = [number(), number()]
    await scene.developer("POST", "/v1/contacts", { phone: ann, name: "Ann Campaign", tags: [tag] })
    const { data } = (await scene.developer("POST", "/v1/contacts", {
      phone: bob,
      name: "Bob Campaign",
      tags: [tag]
    })) as {
      data: { id: string }
    }
    await scene.developer("PATCH", `/v1/contacts/${data.id}`, { optedIn: false })
    const owner = await scene.visitor("owner", { as: scene.owner })
    const { page } = owner
    await page.getByRole("link", { name: "Campaigns" }).click()
    await page.getByRole("button", { name: "Create campaign" }).click()
    await next(page)
    await page.getByText("Enter a name.").waitFor()
    await page.getByLabel("Campaign name").fill(`Offer ${tag}`)
    await next(page)
    await page.getByText("Choose a template.").first().waitFor()
    await pick(page, "Template", /order_update/)
    await pick(page, "Value", "Name")
    await page.getByLabel("Fallback").fill("friend")
    await next(page)
    await page.getByText("Enter a value.").waitFor()
    await page.getByRole("group", { name: "Text: 2" }).getByLabel("Text").fill("1042")
    await page
      .getByRole("region", { name: "Preview" })
      .getByText("Hi friend, your order 1042 has shipped and is on its way.")
      .waitFor()
    await next(page)

    await page.getByRole("heading", { name: "Audience" }).waitFor()
    await next(page)
    await page.getByText("Choose who gets the message.").waitFor()
    await page.getByLabel("Tag", { exact: true }).fill(tag)
    await page.getByRole("button", { name: "Add tag" }).click()
    await page.getByRole("button", { name: "Count recipients" }).click()
    await page.getByText("2 recipients").waitFor()
    await page.getByText("1 opted out, 0 blocked").waitFor()
    await next(page)

    await page.getByLabel("Messages per second").fill("0")
    await next(page)
    await page.getByText("Enter a whole number from 1 to 1000.").waitFor()
    await page.getByLabel("Messages per second").fill("5")
    await next(page)

    await page.getByRole("heading", { name: "Review" }).waitFor()
    // The draft is stored: another visit shows it as it is.
    await page.reload()
    await page.getByRole("heading", { name: "Review" }).waitFor()
    await page.getByText("5 messages per second").waitFor()
    await page.getByLabel("Phone numbers").fill(`${ann}, 12`)
    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByRole("listitem").filter({ hasText: ann }).getByText("Sent").waitFor()
    await page.getByText("This is not a phone number.").waitFor()
    await page.getByRole("button", { name: "Start campaign" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Start campaign" }).click()

    await page.getByText("Finished").waitFor()
    await page.getByRole("region", { name: "Skipped" }).getByText("Opted out").waitFor()
    assertNone(await barriers(owner, "campaign"))
    const recipients = page.getByRole("region", { name: "Recipients", exact: true })
    await recipients.getByRole("row", { name: /Skipped Opted out/ }).waitFor()
    await page.getByRole("region", { name: "Skipped" }).getByRole("button", { name: "Show recipients" }).click()
    await recipients.getByRole("row", { name: new RegExp(ann.slice(1)) }).waitFor({ state: "detached" })
    const text = await downloadedText(page, () => recipients.getByRole("button", { name: "Export CSV" }).click())
    assert.include(text, `${bob.slice(1)},,left_out,opted_out`)

    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByRole("heading", { name: "Campaigns" }).waitFor()
    assert.strictEqual(await page.getByRole("link", { name: `Offer ${tag}` }).count(), 0)
  })

  journey("a campaign from a file is paused, resumed and cancelled, and its copy begins as a draft", async (scene) => {
    const name = `File ${randomInt(1e6)}`
    const rows = Array.from({ length: 40 }, () => `${number()},10:30`)
    const owner = await scene.visitor("owner", { as: scene.owner, at: "/campaigns/new" })
    const { page } = owner
    await page.getByLabel("Campaign name").fill(name)
    await pick(page, "Template", /order_update/)
    await pick(page, "Value", "Phone number", 0)
    await pick(page, "Value", "Column of the file", 1)
    await page.getByLabel("Name of the field").fill("time")
    await next(page)
    await page.getByRole("radio", { name: /CSV file/ }).check()
    owner.expects(/status of 400/)
    const chooser = page.locator("input[type=file]")
    await chooser.setInputFiles({ name: "wrong.csv", mimeType: "text/csv", buffer: Buffer.from("mobile\n1\n") })
    await page.getByText("Missing column: phone").waitFor()
    const buffer = Buffer.from(["phone,time", ...rows].join("\n"))
    await chooser.setInputFiles({ name: "right.csv", mimeType: "text/csv", buffer })
    await page.getByText("40 recipients in the file").waitFor()
    await next(page)
    await page.getByLabel("Messages per second").fill("1")
    await next(page)
    await page.getByRole("button", { name: "Start campaign" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Start campaign" }).click()
    await page.getByText("Running").waitFor()

    const dialog = page.getByRole("dialog")
    const act = async (button: string) => {
      await page.getByRole("button", { name: button, exact: true }).click()
      await dialog.getByRole("button", { name: button, exact: true }).click()
      await dialog.waitFor({ state: "detached" })
    }
    await act("Pause")
    await page.getByText("Paused by a member or a backend.").waitFor()
    await act("Resume")
    await page.getByText("Running").waitFor()
    await act("Cancel campaign")
    await page.getByText("Cancelled").waitFor()
    await page.getByRole("button", { name: "Duplicate" }).click()
    await page.getByLabel("Campaign name").fill(`${name} again`)
    assert.strictEqual(await page.getByLabel("Name of the field").inputValue(), "time")
    await next(page)
    await page.getByRole("heading", { name: "Audience" }).waitFor()
    await next(page)
    await page.getByText("Choose who gets the message.").waitFor()
    await page.getByRole("link", { name: "All campaigns" }).click()
    await page.getByRole("row", { name: new RegExp(`${name} again Draft`) }).waitFor()
  })

  journey("selected contacts become the audience of a campaign; agents have no campaigns", async (scene) => {
    const word = `aud${randomInt(1e6)}`
    for (const name of ["Cleo", "Dora"]) {
      await scene.developer("POST", "/v1/contacts", { phone: number(), name: `${name} ${word}` })
    }
    const owner = await scene.visitor("owner", { as: scene.owner, at: `/contacts?search=${word}` })
    const { page } = owner
    await page.getByLabel("Select this page").check()
    await page.getByRole("button", { name: "Start campaign" }).click()
    await page.getByLabel("Campaign name").fill(word)
    await pick(page, "Template", /hello_world/)
    await next(page)
    await page.getByRole("radio", { name: /Selected contacts 2 contacts/, checked: true }).waitFor()
    await next(page)
    await page.getByRole("radio", { name: "At a time" }).check()
    await page.getByLabel("Date and time").fill("2020-01-01T09:00")
    await next(page)
    await page.getByText("Choose a time in the future.").waitFor()

    const agent = await scene.visitor("agent", { as: await scene.member("agent"), at: "/campaigns" })
    await agent.page.getByRole("heading", { name: "Page not found." }).waitFor()
    assert.strictEqual(await agent.page.getByRole("link", { name: "Campaigns" }).count(), 0)
  })
})
