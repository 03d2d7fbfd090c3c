import { assert, describe } from "@effect/vitest"
import { mkdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { desktop, journey, phone } from "./support/journey.ts"
import type { Visitor } from "./support/Visitor.ts"

const folder = join(import.meta.dirname, "../../docs/console")

/** The largest picture, in bytes. */
const maxSize = 150_000

/** Shorter than a journey's, so that a page with phone and tools fits a page of the documentation. */
const shown = {
  light: { viewport: desktop },
  dark: { viewport: desktop, colorScheme: "dark" },
  phone: { viewport: phone }
} as const

const keep = async (visitor: Visitor, name: string): Promise<void> => {
  const path = join(folder, `${name}.png`)
  await visitor.page.screenshot({ path, animations: "disabled", caret: "hide" })
  assert.isBelow((await stat(path)).size, maxSize, path)
}

// `npm run screenshots`: the pictures of docs/console.md, on a service that has nothing but what is written here.
describe("pictures", () => {
  journey("of the main screens, light, dark and on a phone", async (scene) => {
    await mkdir(folder, { recursive: true })
    const guest = await scene.visitor("guest")
    await guest.page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    await keep(guest, "sign-in")

    const customer = scene.customer("Ada Lovelace")
    await customer.writes("Hello! Is my table for two still free at seven?")
    await scene.developer("POST", "/v1/send-message", {
      to: customer.from,
      type: "text",
      text: "It is. Shall I book it in your name?"
    })
    await customer.writes("Yes, please.")
    for (const [name, options] of Object.entries(shown)) {
      const visitor = await scene.visitor(name, { as: scene.owner, at: "/playground", ...options })
      await visitor.page.getByRole("button", { name: /Ada Lovelace/ }).click()
      await visitor.page.getByRole("log").getByText("Yes, please.").waitFor()
      await keep(visitor, `playground-${name}`)
    }
  })
})
