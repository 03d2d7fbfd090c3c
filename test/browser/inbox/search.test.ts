import { assert, describe } from "@effect/vitest"
import { randomInt } from "node:crypto"
import { assertNone, tooHigh } from "../support/accessibility.ts"
import { bubble, composer, openWith, thread } from "../support/inboxSteps.ts"
import { journey, phone, type Scene, until } from "../support/journey.ts"
import type { Visitor } from "../support/Visitor.ts"

/** A conversation of many messages; what is searched for lies far from both ends. */
const givenTalk = async (scene: Scene, name: string, needle: string) => {
  const customer = scene.customer(name)
  const lines = Array.from({ length: 150 }, (_, index) => (index === 60 ? needle : `${name} says ${index + 1}.`))
  for (const line of lines) await customer.writes(line)
  return { customer, line: (number: number) => `${name} says ${number}.` }
}

const searchFor = async ({ page }: Visitor, text: string) => {
  await page.locator("input[type=search]").waitFor()
  await page.keyboard.press("Control+k")
  await page.locator("input[type=search]:focus").waitFor()
  await page.keyboard.type(text)
}

const found = ({ page }: Visitor) => page.getByRole("list", { name: "Found messages" }).getByRole("link")

const marked = (visitor: Visitor) => thread(visitor).locator("[aria-current]")

/** Whether the marked message is within the list on the screen. */
const isInView = async (visitor: Visitor): Promise<boolean> => {
  const list = await thread(visitor).locator(".messages").boundingBox()
  const message = await marked(visitor).boundingBox()
  return list !== null && message !== null && message.y >= list.y && message.y + message.height <= list.y + list.height
}

const scroll = (visitor: Visitor, to: "start" | "end") =>
  thread(visitor)
    .locator(".messages")
    .evaluate((element, end) => element.scrollTo({ top: end ? element.scrollHeight : 0 }), to === "end")

describe("the search", () => {
  journey(
    "keys alone reach a message far back, from which the whole conversation is read, and Back returns",
    async (scene) => {
      // The journey may be repeated on the same service.
      const mark = `100%_${randomInt(1e9)}`
      const { customer, line } = await givenTalk(scene, "Mary Anning", `An ICHTHYOSAUR at ${mark}!`)
      const visitor = await scene.visitor("owner", { as: scene.owner })
      const { page } = visitor
      await page.locator(".inbox-list").getByText(customer.name).first().waitFor()
      await searchFor(visitor, `ichthyosaur AT ${mark}`)
      await found(visitor).first().waitFor()
      assert.strictEqual(await found(visitor).count(), 1)
      assert.strictEqual(await found(visitor).locator("mark").innerText(), `ICHTHYOSAUR at ${mark}`)
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await marked(visitor).getByText("ICHTHYOSAUR").waitFor()
      assert.match(visitor.path, /^\/inbox\/[^?]+\?message=[\da-f-]+&search=ichthyosaur/)
      assert.isTrue(await isInView(visitor))
      assert.strictEqual(await thread(visitor).locator("[aria-current]:focus").count(), 1)
      assert.strictEqual(await bubble(visitor, line(150)).count(), 0)
      assert.strictEqual(await bubble(visitor, line(1)).count(), 0)

      await customer.writes("Written meanwhile")
      await thread(visitor).getByRole("link", { name: "1 new message" }).waitFor()
      // The end of the conversation was not shown, so nobody has read the message.
      const other = await scene.visitor("another tab of the owner", { as: scene.owner })
      const row = other.page.locator(".row").filter({ hasText: customer.name })
      await row.locator(".row-count").waitFor()
      await until("newer messages are loaded to the end", async () => {
        await scroll(visitor, "end")
        return (await bubble(visitor, "Written meanwhile").count()) === 1
      })
      await customer.writes("And live again")
      await bubble(visitor, "And live again").waitFor()
      assert.strictEqual(await thread(visitor).getByRole("link", { name: "new message" }).count(), 0)
      await row.locator(".row-count").waitFor({ state: "detached" })
      await until("older messages are loaded to the beginning", async () => {
        await scroll(visitor, "start")
        return (await bubble(visitor, /says 1\./).count()) === 1
      })
      const numbers = (await thread(visitor).locator(".message-text").allInnerTexts()).flatMap((text) =>
        [...text.matchAll(/says (\d+)\./g)].map(([, number]) => Number(number))
      )
      const expected = Array.from({ length: 150 }, (_, index) => index + 1).filter((number) => number !== 61)
      assert.sameMembers(numbers, expected)

      await page.goBack()
      await until("the list is back", () => visitor.path.startsWith("/inbox?search=ichthyosaur"))
      await page.goForward()
      await marked(visitor).getByText("ICHTHYOSAUR").waitFor()
      await until("the message is in view", () => isInView(visitor))

      await page.locator("input[type=search]").fill(`${customer.name} says`)
      await until("the first part is found", async () => (await found(visitor).count()) === 30)
      await page.getByRole("button", { name: "Search older messages" }).click()
      await until("the next part is found", async () => (await found(visitor).count()) === 60)
      await found(visitor).last().click()
      await marked(visitor).getByText(line(91), { exact: true }).waitFor()
    },
    120_000
  )

  journey(
    "a link to a message opens it, what is sent there leads to the end, and a lost one to the newest messages",
    async (scene) => {
      const { customer, line } = await givenTalk(scene, "Lise Meitner", "Fission, she said")
      const visitor = await scene.visitor("owner", { as: scene.owner })
      const { page } = visitor
      await searchFor(visitor, "fission, she")
      await found(visitor).first().click()
      await marked(visitor).getByText("Fission").waitFor()
      const address = visitor.path
      await page.reload()
      await marked(visitor).getByText("Fission").waitFor()
      await until("the message is in view", () => isInView(visitor))
      await composer(visitor).fill("Noted far below")
      await thread(visitor).getByRole("button", { name: "Send", exact: true }).click()
      await bubble(visitor, "Noted far below").waitFor()
      await bubble(visitor, line(150)).waitFor()
      assert.notInclude(visitor.path, "message=")
      await scroll(visitor, "start")
      assertNone(await tooHigh(visitor))

      await visitor.goTo(address)
      await marked(visitor).getByText("Fission").waitFor()
      await thread(visitor).getByRole("link", { name: "Jump to the newest messages" }).click()
      await bubble(visitor, "Noted far below").waitFor()
      await page.goBack()
      await marked(visitor).getByText("Fission").waitFor()

      visitor.expects(/status of 400/)
      await visitor.goTo(address.replace(/message=[\da-f-]+/, "message=0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d"))
      await page.getByText("This message is no longer in the conversation").first().waitFor()
      await bubble(visitor, "Noted far below").waitFor()
      await openWith(visitor, customer)
    },
    120_000
  )

  journey(
    "a phone shows the found message from right to left",
    async (scene) => {
      await givenTalk(scene, "Emmy Noether", "Symmetry is conserved")
      const visitor = await scene.visitor("owner", { as: scene.owner, viewport: phone })
      const { page } = visitor
      await visitor.speak("arabic")
      await page.locator("input[type=search]").fill("symmetry is")
      await page.locator("[data-found]").first().click()
      await marked(visitor).getByText("Symmetry").waitFor()
      assert.isTrue(await isInView(visitor))
      const width = await page.evaluate<number>("document.documentElement.scrollWidth")
      assert.isAtMost(width, phone.width)
      await page.goBack()
      await page.locator("[data-found]").first().waitFor()
    },
    120_000
  )
})
