import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { demoFile, freePort, ready, start, temporaryFolder } from "../support/service.ts"
import { Customer } from "./support/Customer.ts"
import { downloaded, showsPicture } from "./support/fileSteps.ts"
import { answer, bubble, openWith } from "./support/inboxSteps.ts"
import { journey } from "./support/journey.ts"
import { phoneMessage, takePhone, writeOnPhone } from "./support/phoneSteps.ts"
import type { Visitor } from "./support/Visitor.ts"

/** A demo of its own, which can be stopped and started again at the same addresses. */
const ownDemo = Effect.gen(function* () {
  const dataDir = join(yield* temporaryFolder, "data")
  const [port, emulatorPort] = [yield* freePort, yield* freePort]
  const begin = Effect.gen(function* () {
    const running = yield* start({ DATA_DIR: dataDir, PORT: String(port), EMULATOR_PORT: String(emulatorPort) })
    yield* ready(running, `http://127.0.0.1:${port}`)
    return running
  })
  const running = yield* begin
  return { dataDir, begin, stop: running.stop, demo: yield* demoFile(dataDir) }
})

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
    "is saved as one file, and all of it is there again when an emulator that lost it imports the file",
    async (scene) => {
      const { begin, dataDir, demo, stop } = await scene.run(ownDemo)
      const customer = new Customer(demo.emulatorUrl, "Lotte Reiniger")
      await customer.writes("Kept in the file")
      await customer.does({ type: "image", caption: "A silhouette" })
      const owner = await scene.visitor("owner", { as: demo, origin: demo.appUrl })
      owner.expects(/status of (?:400|503)/, /ERR_(?:EMPTY_RESPONSE|CONNECTION|INCOMPLETE|SOCKET)/)
      await openWith(owner, customer)
      await answer(owner, "So are we")
      await bubble(owner, "So are we").getByText("Read", { exact: true }).waitFor({ state: "attached" })
      await owner.goTo("/playground?tool=templates")
      const decision = owner.page.getByRole("row", { name: /invoice_ready/ })
      await decision.getByRole("button", { name: "Decide about invoice_ready" }).click()
      await owner.page.getByRole("menuitem", { name: "Pause" }).click()
      await decision.getByText("PAUSED").waitFor()
      const panel = await statePanel(owner)
      const { bytes, name } = await downloaded(owner, () => panel.getByRole("button", { name: "Export" }).click())
      assert.strictEqual(name, "emulator-state.json")

      await scene.run(stop)
      await rm(join(dataDir, "emulator"), { recursive: true })
      await scene.run(begin)
      const person = owner.page.getByRole("navigation", { name: "People" }).getByRole("button", { name: customer.name })
      await owner.goTo("/playground?tool=templates")
      await decision.getByText("APPROVED").waitFor()
      assert.strictEqual(await person.count(), 0)
      // A file that is none, and that of another demo, change nothing, and the page says why.
      const other = Buffer.from(JSON.stringify(await scene.emulator("GET", "state")))
      for (const [file, reason] of [
        [bytes.subarray(0, bytes.length / 2), /body/],
        [other, /import into an emulator with the accounts of the file/]
      ] as const) {
        const refused = await imports(owner, "unusable.json", file)
        await refused.getByText(reason).waitFor()
        await refused.getByRole("button", { name: "Cancel" }).click()
        assert.strictEqual(await person.count(), 0)
      }

      await (await imports(owner, "state.json", bytes)).waitFor({ state: "detached" })
      await owner.page.getByRole("tab", { name: "Templates" }).click()
      await decision.getByText("PAUSED").waitFor()
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
      await answer(owner, "As before")
      await bubble(owner, "As before").getByText("Read", { exact: true }).waitFor({ state: "attached" })
    },
    120_000
  )
})
