import { assert, describe } from "@effect/vitest"
import { downloaded, showsPicture } from "../support/fileSteps.ts"
import { answer, bubble, openWith } from "../support/inboxSteps.ts"
import { journey } from "../support/journey.ts"
import { phoneMessage, takePhone, writeOnPhone } from "../support/phoneSteps.ts"
import type { Visitor } from "../support/Visitor.ts"

const statePanel = async (visitor: Visitor) => {
  await visitor.goTo("/playground?tool=state")
  return visitor.page.getByRole("tabpanel")
}

/** Imports a file by the page. */
const imports = async (visitor: Visitor, name: string, bytes: Buffer) => {
  const panel = await statePanel(visitor)
  await panel.getByLabel("File to import").setInputFiles({ name, mimeType: "application/json", buffer: bytes })
  const dialog = visitor.page.getByRole("dialog", { name: "Import" })
  await dialog.getByText(name).waitFor()
  await dialog.getByRole("button", { name: "Import", exact: true }).click()
  return dialog
}

describe("the state of the emulator", () => {
  journey(
    "is saved as one file, and all of it is there again when an emulator without it imports the file",
    async (scene) => {
      const owner = await scene.visitor("owner", { as: scene.owner })
      owner.expects(/status of (?:400|503)/)
      const exports = async () => {
        const panel = await statePanel(owner)
        return downloaded(owner, () => panel.getByRole("button", { name: "Export" }).click())
      }
      const before = await exports()
      const customer = scene.customer("Lotte Reiniger")
      await customer.writes("Kept in the file")
      await customer.does({ type: "image", caption: "A silhouette" })
      await owner.goTo("/inbox")
      await openWith(owner, customer)
      await answer(owner, "So are we")
      await bubble(owner, "So are we").getByText("Read", { exact: true }).waitFor({ state: "attached" })
      await owner.goTo("/playground?tool=templates")
      const decision = owner.page.getByRole("row", { name: /invoice_ready/ })
      await decision.getByRole("button", { name: "Decide about invoice_ready" }).click()
      await owner.page.getByRole("menuitem", { name: "Pause" }).click()
      await decision.getByText("PAUSED").waitFor()
      const { bytes, name } = await exports()
      assert.strictEqual(name, "emulator-state.json")

      await (await imports(owner, "before.json", before.bytes)).waitFor({ state: "detached" })
      const person = owner.page.getByRole("navigation", { name: "People" }).getByRole("button", { name: customer.name })
      await person.waitFor({ state: "detached" })
      await owner.page.getByRole("tab", { name: "Templates" }).click()
      await decision.getByText("APPROVED").waitFor()
      // A file that is none, and that of another demo, change nothing, and the page says why.
      const { accounts, ...state } = JSON.parse(bytes.toString("utf8")) as { readonly accounts: ReadonlyArray<string> }
      const other = { ...state, accounts: accounts.map((account) => `${account}1`) }
      for (const [file, reason] of [
        [bytes.subarray(0, bytes.length / 2), /body/],
        [Buffer.from(JSON.stringify(other)), /import into an emulator with the accounts of the file/]
      ] as const) {
        const refused = await imports(owner, "unusable.json", file)
        await refused.getByText(reason).waitFor()
        await refused.getByRole("button", { name: "Cancel" }).click()
        assert.strictEqual(await person.count(), 0)
      }

      try {
        await (await imports(owner, "state.json", bytes)).waitFor({ state: "detached" })
        await owner.page.getByRole("tab", { name: "Templates" }).click()
        await decision.getByText("PAUSED").waitFor()
      } finally {
        await scene.emulator("POST", "inbound", {
          channel: "whatsapp",
          type: "template_status",
          name: "invoice_ready",
          language: "en_US",
          event: "APPROVED"
        })
      }
      await takePhone(owner, customer)
      for (const text of ["Kept in the file", "A silhouette", "So are we"]) {
        await phoneMessage(owner, customer, text).waitFor()
      }
      await showsPicture(phoneMessage(owner, customer, "A silhouette"))
      // And the conversation goes on where it was.
      await writeOnPhone(owner, customer, "And it goes on")
      await owner.goTo("/inbox")
      await openWith(owner, customer)
      await bubble(owner, "And it goes on").waitFor()
      await bubble(owner, "Kept in the file").waitFor()
    }
  )
})
