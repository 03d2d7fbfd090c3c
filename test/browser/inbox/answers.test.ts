import { assert, describe } from "@effect/vitest"
import { answer, bubble, composer, openNamed, openWith, thread } from "../support/inboxSteps.ts"
import { journey } from "../support/journey.ts"

const closeIt = "Close conversation"

describe("answers in closed conversations", () => {
  journey("an answer in a closed conversation opens it again, and the customer goes on in it", async (scene) => {
    const customer = scene.customer("Rita Reopened")
    await customer.writes("Is the blue one back?")
    const agent = await scene.visitor("agent", { as: await scene.member("agent") })
    await openWith(agent, customer)
    await bubble(agent, "Is the blue one back?").waitFor()
    const address = agent.page.url()
    await thread(agent).getByRole("button", { name: closeIt }).click()
    await thread(agent).getByText("This conversation is closed. A message reopens it.").waitFor()
    await answer(agent, "Since this morning")
    await bubble(agent, "Since this morning")
      .getByText("Delivered", { exact: true })
      .or(bubble(agent, "Since this morning").getByText("Read", { exact: true }))
      .first()
      .waitFor({ state: "attached" })
    await thread(agent).getByRole("button", { name: closeIt }).waitFor()
    await customer.writes("Then I come by")
    await bubble(agent, "Then I come by").waitFor()
    assert.strictEqual(agent.page.url(), address)
  })

  journey(
    "an answer in a closed conversation goes to the open one of the contact, and the page follows",
    async (scene) => {
      const customer = scene.customer("Mona Moved")
      await customer.writes("First question")
      const agent = await scene.visitor("agent", { as: await scene.member("agent") })
      await openWith(agent, customer)
      await bubble(agent, "First question").waitFor()
      const closed = agent.page.url()
      await thread(agent).getByRole("button", { name: closeIt }).click()
      await thread(agent).getByText("This conversation is closed. A message reopens it.").waitFor()

      // The business begins the next conversation: the person wrote in the closed one, so anything may be sent.
      await scene.developer("POST", "/v1/send-message", { to: customer.from, type: "text", text: "Anything else?" })
      await agent.page.locator(".row").filter({ hasText: "Anything else?" }).click()
      await bubble(agent, "Anything else?").waitFor()
      await composer(agent).waitFor()
      const open = agent.page.url()
      assert.notStrictEqual(open, closed)

      await agent.goTo(new URL(closed).pathname)
      await bubble(agent, "First question").waitFor()
      await answer(agent, "Here is the answer")
      await agent.page.getByText("This contact has another open conversation. The message was sent there.").waitFor()
      await bubble(agent, "Here is the answer").waitFor()
      await bubble(agent, "Anything else?").waitFor()
      assert.strictEqual(new URL(agent.page.url()).pathname, new URL(open).pathname)
    }
  )
})

describe("an organization with two numbers", () => {
  journey("the list and the header name the number of each conversation", async (scene) => {
    const { organizationId, owner } = await scene.organization("Two numbers")
    const first = await scene.number(organizationId, "+1 555 010 1111")
    const second = await scene.number(organizationId, "+1 555 010 2222")
    await first.receives("Frida First", "To the first")
    await second.receives("Sven Second", "To the second")
    const visitor = await scene.visitor("owner", { as: owner })
    const row = (name: string) => visitor.page.locator(".row").filter({ hasText: name })
    await row("Frida First").getByText("+1 555 010 1111").waitFor()
    await row("Sven Second").getByText("+1 555 010 2222").waitFor()
    await openNamed(visitor, "Sven Second")
    await thread(visitor).locator(".conversation-title").getByText("+1 555 010 2222").waitFor()
  })
})
