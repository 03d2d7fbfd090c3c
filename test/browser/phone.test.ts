import { assert, describe } from "@effect/vitest"
import { assertNone, barriers } from "./support/accessibility.ts"
import { openWith, thread } from "./support/inboxSteps.ts"
import { journey, phone, until } from "./support/journey.ts"

/** The least part of the screen's height that messages have. */
const leastShare = 0.5

describe("on a phone", () => {
  journey("messages have most of the screen, and a menu has what can be done with the conversation", async (scene) => {
    const customer = scene.customer("Florence Nightingale")
    await customer.writes("Are you there?")
    const visitor = await scene.visitor("owner", { as: scene.owner, viewport: phone })
    const { page } = visitor
    await openWith(visitor, customer)
    const box = await thread(visitor).locator(".messages").boundingBox()
    assert.isAtLeast(box?.height ?? 0, phone.height * leastShare)
    const choose = async (name: string) => {
      await thread(visitor).getByRole("button", { name: "More", exact: true }).click()
      await page.getByRole("menuitem", { name, exact: true }).click()
    }
    await choose("Assign to me")
    await thread(visitor)
      .getByRole("button", { name: /^Assign: Assigned to/ })
      .waitFor()
    await choose("Close conversation")
    await thread(visitor).getByText("Closed", { exact: true }).waitFor()
    await choose("Reopen conversation")
    await thread(visitor).getByText("Open", { exact: true }).waitFor()
    await choose("Contact details")
    await page.getByRole("dialog", { name: "Contact" }).getByText(customer.from).first().waitFor()
    await page.keyboard.press("Escape")
    await thread(visitor).getByRole("button", { name: "More", exact: true }).click()
    assertNone(await barriers(visitor, "what can be done with a conversation"))
    await page.keyboard.press("Escape")
    await page.setViewportSize(phone)
    await choose("Mark as unread")
    await page.locator(".inbox-list .row-unread").getByText(customer.name).waitFor()
  })

  journey("the menu of the developers' pages shows the entry of the page", async (scene) => {
    for (const language of ["english", "arabic"] as const) {
      const visitor = await scene.visitor(language, { as: scene.owner, viewport: phone })
      await visitor.speak(language)
      await visitor.goTo("/developers/members")
      const entry = visitor.page.locator(".dev-menu [aria-current]")
      await until("the entry is in view", async () => {
        const box = await entry.boundingBox()
        return box !== null && box.x >= 0 && box.x + box.width <= phone.width
      })
    }
  })
})
