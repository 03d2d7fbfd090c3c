import { assert, describe } from "@effect/vitest"
import * as TotpCodes from "../../src/adapters/identity/TotpCodes.ts"
import { journey } from "./support/journey.ts"

/** The code that a device with this key shows now, or a number of steps later. */
const codeOf = (key: string, steps = 0): string =>
  TotpCodes.hotp(TotpCodes.bytesOf(key.replaceAll(" ", "")), Math.floor(Date.now() / 30_000) + steps)

describe("accounts", () => {
  journey("an invited person opens the link, sets name and password, and is a member", async (scene) => {
    const { page } = await scene.visitor("owner", { as: scene.owner })
    const email = `grace+${Date.now()}@example.com`
    await page.goto(new URL("/settings/team", page.url()).href)
    await page.getByRole("button", { name: "Invite", exact: true }).click()
    await page.getByLabel("E-mail address").fill(email)
    await page.getByRole("button", { name: "Create invitation" }).click()
    const link = await page.getByRole("status", { name: "Link" }).innerText()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: `Revoke: ${email}` }).waitFor()

    const guest = await scene.visitor("guest")
    await guest.page.goto(link)
    await guest.page.getByText(/invites you as Agent/).waitFor()
    await guest.page.getByLabel("Name").fill("Grace Hopper")
    await guest.page.getByLabel("Password").fill("compilers first")
    await guest.page.getByRole("button", { name: "Join" }).click()
    await guest.live()
    assert.strictEqual(guest.path, "/inbox")

    await page.reload()
    await page.getByRole("cell", { name: "Grace Hopper", exact: true }).waitFor()
    const late = await scene.visitor("late")
    late.expects(/status of 403/)
    await late.page.goto(link)
    await late.page.getByText("The link is invalid or has expired. Ask for a new one.").waitFor()
  })

  journey("a device is enrolled, and the next sign-in asks for its code", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    visitor.expects(/status of 422/)
    await page.goto(new URL("/settings/profile", page.url()).href)
    await page.getByRole("button", { name: "Add device" }).click()
    await page.getByRole("textbox", { name: "Device" }).fill("Phone")
    await page.getByRole("button", { name: "Next" }).click()
    await page.getByRole("img", { name: "QR code of the key" }).waitFor()
    const key = await page.getByRole("status", { name: "Key" }).innerText()
    await page.getByRole("textbox", { name: "Code that the app shows" }).fill(codeOf(key))
    await page.getByRole("button", { name: "Turn on" }).click()
    const codes = await page.getByRole("status", { name: "Recovery codes" }).innerText()
    const [recoveryCode = ""] = codes.split(/\s+/)
    await page.getByRole("button", { name: "I stored them" }).click()
    await page.getByText("10 recovery codes left.").waitFor()

    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await visitor.signIn(scene.owner.email, scene.owner.password)
    await page.getByRole("textbox", { name: "Code" }).fill("000000")
    await page.getByRole("button", { name: "Confirm" }).click()
    await page.getByText("The code is incorrect or was used before.").waitFor()
    await page.getByRole("textbox", { name: "Code" }).fill(codeOf(key, 1))
    await page.getByRole("button", { name: "Confirm" }).click()
    await visitor.live()

    await page.getByRole("button", { name: "Remove: Phone" }).click()
    await page.getByRole("textbox", { name: "Code" }).fill(recoveryCode)
    await page.getByRole("button", { name: "Confirm" }).click()
    await page.getByRole("button", { name: "Remove: Phone" }).waitFor({ state: "detached" })
  })

  journey("a kept sign-in outlives the tab, and a sign-out ends it", async (scene) => {
    const visitor = await scene.visitor("owner")
    const { page } = visitor
    await page.getByLabel("E-mail address").fill(scene.owner.email)
    await page.getByLabel("Password").fill(scene.owner.password)
    await page.getByLabel("Keep me signed in").check()
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await visitor.live()
    await page.evaluate("sessionStorage.clear()")
    await page.reload()
    await visitor.live()
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByLabel("Password").waitFor()
    assert.notInclude(await page.evaluate<string>("JSON.stringify({ ...localStorage })"), "parley.refresh")
  })
})
