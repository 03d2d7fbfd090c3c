import { assert, describe } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { answer, bubble, openWith, thread } from "../support/inboxSteps.ts"
import { journey, type Scene, until } from "../support/journey.ts"
import type { Visitor } from "../support/Visitor.ts"

/** Opens a tool of the playground in another tab. */
const toolTab = async (owner: Visitor, tool: string, name: string) => {
  const tab = await owner.tab(`/playground?tool=${tool}`)
  await tab.page.getByRole("tab", { name, selected: true }).waitFor()
  return { tab, panel: tab.page.getByRole("tabpanel") }
}

/** The key by which the platform signs webhooks to the demo. */
const appSecret = async ({ dataDir }: Scene): Promise<string> => {
  const { META_APP_SECRET } = JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8")) as {
    META_APP_SECRET: string
  }
  return META_APP_SECRET
}

describe("tools of the platform", () => {
  journey("a rejected template is not offered any more, and an approved one is again", async (scene) => {
    const customer = scene.customer("Gerda Taro")
    await customer.writes("Remind me, please")
    const owner = await scene.visitor("owner", { as: scene.owner })
    await openWith(owner, customer)
    const { panel, tab } = await toolTab(owner, "templates", "Templates")
    const row = panel.getByRole("row", { name: /appointment_reminder/ })
    const decide = async (decision: string) => {
      await row.getByRole("button", { name: "Decide about appointment_reminder" }).click()
      await tab.page.getByRole("menuitem", { name: decision, exact: true }).click()
    }
    /** Whether the picker of the console offers it, once the service has learned of the decision. */
    const isOffered = async (expected: boolean) => {
      await until(`the template is ${expected ? "" : "not "}offered`, async () => {
        await thread(owner).getByRole("button", { name: "Send a template" }).click()
        const dialog = owner.page.getByRole("dialog", { name: "Send a template" })
        await dialog
          .getByRole("button", { name: /order_update/ })
          .first()
          .waitFor()
        const count = await dialog.getByRole("button", { name: /appointment_reminder/ }).count()
        await owner.page.keyboard.press("Escape")
        await dialog.waitFor({ state: "detached" })
        return count > 0 === expected
      })
    }
    await isOffered(true)
    try {
      await decide("Reject")
      const dialog = tab.page.getByRole("dialog", { name: "Reject appointment_reminder" })
      await dialog.getByLabel("Reason").fill("TAG_CONTENT_MISMATCH")
      await dialog.getByRole("button", { name: "Reject" }).click()
      await row.getByText("REJECTED").waitFor()
      await row.getByText("TAG_CONTENT_MISMATCH").waitFor()
      await isOffered(false)
    } finally {
      await decide("Approve")
    }
    await row.getByText("APPROVED").waitFor()
    await isOffered(true)
  })

  journey("an armed fault fails a send for the platform's reason, is spent, and Retry sends anew", async (scene) => {
    const customer = scene.customer("Dorothea Lange")
    await customer.writes("Are you there?")
    const owner = await scene.visitor("owner", { as: scene.owner })
    owner.expects(/status of 502/)
    await openWith(owner, customer)
    const { panel, tab } = await toolTab(owner, "faults", "Faults")
    const armed = panel
      .getByRole("list", { name: "Armed faults" })
      .getByRole("listitem")
      .filter({ hasText: customer.from })
    const arm = async (mode: string, times: string) => {
      const form = panel.getByRole("form", { name: "Arm a fault" })
      await form.getByRole("combobox", { name: "Fault" }).click()
      await tab.page.getByRole("option", { name: mode, exact: true }).click()
      await form.getByLabel("Code of the platform").fill("131026")
      await form.getByLabel("How often").fill(times)
      await form.getByLabel("Recipient").fill(customer.from)
      await form.getByRole("button", { name: "Arm", exact: true }).click()
    }
    await arm("Refuse a send with a code", "1")
    await armed.getByText("131026").waitFor()
    await armed.getByText("acts once more").waitFor()
    await answer(owner, "Yes, we are")
    const failed = bubble(owner, "Yes, we are").filter({ hasText: "Failed" })
    await failed.getByText("Message undeliverable (131026)").waitFor()
    await armed.waitFor({ state: "detached" })

    await failed.getByRole("button", { name: "Send again" }).click()
    const again = bubble(owner, "Yes, we are").filter({ hasNotText: "Failed" })
    await again.getByText("Read", { exact: true }).waitFor({ state: "attached" })
    assert.strictEqual(await bubble(owner, "Yes, we are").count(), 2)

    await arm("Accept a send, and fail it later", "5")
    await armed.getByText("acts 5 times more").waitFor()
    await answer(owner, "Until eight")
    await bubble(owner, "Until eight")
      .filter({ hasText: "Failed" })
      .getByText(/131026/)
      .waitFor()
    await armed.getByText("acted once").waitFor()
    await armed.getByText("acts 4 times more").waitFor()
    await armed.getByRole("button", { name: "Disarm Accept a send, and fail it later" }).click()
    await armed.waitFor({ state: "detached" })
    await answer(owner, "And on Sundays")
    await bubble(owner, "And on Sundays").getByText("Read", { exact: true }).waitFor({ state: "attached" })
  })

  journey("the bytes of a webhook are those that were signed, and the same once more change nothing", async (scene) => {
    const customer = scene.customer("Käthe Kollwitz")
    const text = `Größe “L” & <b>two</b> \u2028 ${crypto.randomUUID()} 👍`
    await customer.writes(text)
    const owner = await scene.visitor("owner", { as: scene.owner })
    await openWith(owner, customer)
    await bubble(owner, "Größe").waitFor()
    const { panel, tab } = await toolTab(owner, "webhooks", "Webhooks")
    const all = panel.locator("details")
    const mine = all.filter({ hasText: customer.from }).first()
    await mine.locator("summary").click()
    const shown = (heading: string) => mine.getByLabel(heading, { exact: true }).innerText()
    const [headers, body] = [await shown("Headers"), await shown("Signed bytes")]
    assert.strictEqual(JSON.parse(body).entry[0].changes[0].value.messages[0].text.body, text)
    const signature = /^x-hub-signature-256: sha256=([\da-f]{64})$/im.exec(headers)?.[1]
    assert.strictEqual(
      signature,
      createHmac("sha256", await appSecret(scene))
        .update(body, "utf8")
        .digest("hex")
    )
    await mine.getByText("Status 200").waitFor()

    const number = /^#(\d+)/.exec(await mine.locator("summary").innerText())?.[1] ?? ""
    await mine.getByRole("button", { name: `Send again: #${number}` }).click()
    const repeated = all.filter({ hasText: `repeats webhook ${number}` })
    await repeated.getByText("Status 200").waitFor()
    await repeated.locator("summary").click()
    assert.strictEqual(await repeated.getByLabel("Signed bytes", { exact: true }).innerText(), body)
    await customer.writes("Something later")
    await bubble(owner, "Something later").waitFor()
    assert.strictEqual(await bubble(owner, "Größe").count(), 1)
    await owner.page.reload()
    await bubble(owner, "Something later").waitFor()
    assert.strictEqual(await bubble(owner, "Größe").count(), 1)

    await answer(owner, "In the ledger")
    await tab.page.getByRole("tab", { name: "Ledger" }).click()
    const call = panel.getByRole("row").filter({ hasText: customer.from })
    await call.locator("summary").click()
    await call.getByText("POST /v").waitFor()
    assert.include(await call.locator("pre").innerText(), "In the ledger")
    await call.getByText("200", { exact: true }).waitFor()
  })
})
