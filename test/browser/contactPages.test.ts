import { assert, describe } from "@effect/vitest"
import { randomInt } from "node:crypto"
import { downloadedText } from "./support/downloadedText.ts"
import { journey, until } from "./support/journey.ts"

/** Numbers of one journey, so that other journeys have other contacts. */
const numbers = (count: number): ReadonlyArray<string> => {
  const first = randomInt(1_000_000, 9_000_000)
  return Array.from({ length: count }, (_, index) => `+1555${first + index}`)
}

describe("the pages of contacts", () => {
  journey("an owner imports a file, with columns, problems of rows and a file of the skipped ones", async (scene) => {
    const [one = "", two = "", three = ""] = numbers(3)
    const owner = await scene.visitor("owner", { as: scene.owner })
    const { page } = owner
    const group = `group${one.slice(-6)}`
    const file = [
      "Mobile;Full name;Mail;Groups;Shoe size",
      `${one};Mia ${group};mia@example.com;${group};38`,
      `${two};Noah ${group};noah.example.com;;44`,
      `${one};Again ${group};;;`,
      `${three};ليلى ${group};;${group};37`,
      "0151 2345678;Paul;;;"
    ].join("\r\n")
    await page.getByRole("link", { name: "Contacts" }).click()
    await page.getByRole("button", { name: "Import" }).click()
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(file) })
    await page.getByText("2 rows to import").waitFor()
    await page.getByRole("row", { name: /noah\.example\.com This is not an e-mail address/ }).waitFor()
    await page.getByRole("row", { name: /Row 1 has the same number/ }).waitFor()
    await page.getByRole("row", { name: /0151 2345678 No country code/ }).waitFor()
    assert.strictEqual(await page.getByRole("columnheader", { name: "Shoe size" }).count(), 0)

    await page.getByRole("combobox", { name: "Field of column Mail" }).click()
    await page.getByRole("option", { name: "Don't import" }).click()
    await page.getByLabel("Country of national numbers").fill("de")
    await page.getByText("4 rows to import").waitFor()
    await page.getByRole("button", { name: "Import 4 contacts" }).click()
    await page.getByText(/contacts added/).waitFor()
    const text = await downloadedText(page, () => page.getByRole("button", { name: "Download skipped rows" }).click())
    assert.include(text, "Mobile,Full name,Mail,Groups,Shoe size,Reason")
    assert.include(text, `Again ${group},,,,Row 1 has the same number.`)

    await page.getByRole("link", { name: "Show contacts" }).click()
    await page.getByLabel("Search contacts").fill(group)
    await until(
      "both are listed",
      async () => (await page.getByRole("link", { name: new RegExp(group) }).count()) === 3
    )
  })

  journey("members search, sort, choose columns, store a segment, and label and export a selection", async (scene) => {
    const phones = numbers(3)
    const word = `seg${phones[0]?.slice(-6)}`
    for (const [index, phone] of phones.entries()) {
      await scene.developer("POST", "/v1/contacts", { phone, name: `${["Carl", "Anna", "Ben"][index]} ${word}` })
    }
    const label = `Label ${word}`
    await scene.developer("POST", "/v1/labels", { name: label })
    const agent = await scene.visitor("agent", { as: await scene.member("agent"), at: "/contacts" })
    const { page } = agent
    await page.getByLabel("Search contacts").fill(word)
    const rows = page.getByRole("row", { name: new RegExp(word) })
    await until("three are found", async () => (await rows.count()) === 3)
    await page.getByRole("button", { name: "Name", exact: true }).click()
    await until("they are sorted", async () => (await rows.first().textContent())?.includes("Anna"))
    await page.getByRole("button", { name: "Columns" }).click()
    await page.getByRole("menuitem", { name: "Source" }).click()
    await page.getByRole("columnheader", { name: "Source" }).waitFor()

    await page.getByRole("button", { name: "Segments" }).click()
    await page.getByRole("menuitem", { name: "Save as segment" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill(`Mine ${word}`)
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await agent.goTo("/contacts")
    await page.getByRole("button", { name: "Segments" }).click()
    await page.getByRole("menuitem", { name: `Mine ${word}` }).click()
    await until("the segment finds them again", async () => (await rows.count()) === 3)
    await page.getByRole("columnheader", { name: "Source" }).waitFor()

    await page.getByLabel("Select this page").check()
    await page.getByText("3 contacts selected").waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Start campaign" }).count(), 0)
    await page.getByRole("button", { name: "Set labels" }).click()
    await page.getByRole("menuitem", { name: label }).click()
    await page.getByText("Labels of 3 contacts changed").waitFor()
    await until("each row has the label", async () => (await rows.filter({ hasText: label }).count()) === 3)
    const text = await downloadedText(page, () =>
      page.getByRole("region", { name: "Selected contacts" }).getByRole("button", { name: "Export CSV" }).click()
    )
    assert.include(text, `${phones[1]?.slice(1)},Anna ${word},,,,${label},US,whatsapp,false,`)
  })

  journey("an owner creates a contact, follows its conversations to the inbox, and erases it", async (scene) => {
    const [phone = ""] = numbers(1)
    const customer = scene.customer("Timeline Tess")
    await customer.writes("Is the parcel on its way?")
    const owner = await scene.visitor("owner", { as: scene.owner, at: "/contacts" })
    const { page } = owner
    await page.getByRole("button", { name: "Create contact" }).click()
    const dialog = page.getByRole("dialog")
    owner.expects(/status of 400/)
    await dialog.getByLabel("Phone number").fill("12")
    await dialog.getByRole("button", { name: "Create contact" }).click()
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("Phone number").fill(phone)
    await dialog.getByLabel("Name").fill("New Ned")
    await dialog.getByLabel("Tags").fill("vip, new")
    await dialog.getByRole("button", { name: "Create contact" }).click()
    await page.getByRole("heading", { name: "New Ned" }).waitFor()
    await page.getByText("No conversations yet.").waitFor()

    await owner.goTo(`/contacts?search=${encodeURIComponent(customer.name)}`)
    await page.getByRole("link", { name: customer.name }).click()
    const timeline = page.getByRole("region", { name: "Conversations" })
    await timeline.getByText("Is the parcel on its way?").waitFor()
    await customer.writes("And tomorrow?")
    await timeline.getByText("And tomorrow?").waitFor()
    const address = page.url()
    await timeline
      .getByRole("link", { name: /^Received/ })
      .last()
      .click()
    await page.locator(".bubble-target").getByText("Is the parcel on its way?").waitFor()

    owner.expects(/status of 404/)
    await page.goto(address)
    await page.getByRole("button", { name: "Erase contact" }).click()
    await dialog.getByLabel(/I understand/).check()
    await dialog.getByRole("button", { name: "Erase contact" }).click()
    await page.getByRole("heading", { name: "Contact erased" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Contact erased" }).waitFor()
    await owner.goTo(`/contacts?search=${encodeURIComponent(customer.name)}`)
    await page.getByText("No contacts found.").waitFor()
  })
})
