import { assert, describe } from "@effect/vitest"
import { answer, bubble, composer, openNamed, openWith, thread } from "../support/inboxSteps.ts"
import { journey } from "../support/journey.ts"

describe("replies", () => {
  for (const [channel, name] of [
    ["messenger", "Mileva Messenger"],
    ["instagram", "Ida Instagram"]
  ] as const) {
    journey(
      `an agent answers on ${channel}, and the customer sees it on the phone and answers again`,
      async (scene) => {
        const customer = scene.customer(name, channel)
        await customer.writes("Do you ship abroad?")
        const agent = await scene.visitor("agent", { as: await scene.member("agent") })
        await openWith(agent, customer)
        await bubble(agent, "Do you ship abroad?").waitFor()
        await answer(agent, "To every country")

        const { page } = await scene.visitor("owner", { as: scene.owner, at: "/playground" })
        await page.getByRole("link", { name: "Playground" }).click()
        await page.getByRole("navigation", { name: "People" }).getByRole("button", { name }).click()
        const phone = page.getByRole("region", { name: `Phone of ${name}` })
        await phone.getByRole("log").getByText("To every country").waitFor()
        await bubble(agent, "To every country").getByText("Read", { exact: true }).waitFor({ state: "attached" })
        await phone.getByRole("textbox", { name: "Message" }).fill("Then I order")
        await phone.getByRole("button", { name: "Send" }).click()
        await bubble(agent, "Then I order").waitFor()
      }
    )
  }
})

describe("a conversation of an agent who sees only their own", () => {
  journey(
    "agent scope assigned: an assignment to another member keeps the thread and the draft, read-only",
    async (scene) => {
      const customer = scene.customer(`Vera ${crypto.randomUUID().slice(0, 8)}`)
      const stays = scene.customer(`Stella ${crypto.randomUUID().slice(0, 8)}`)
      const account = await scene.member("agent", "assigned")
      await customer.writes("Who looks after me?")
      await stays.writes("I belong to nobody")
      const agent = await scene.visitor("agent", { as: account })
      const owner = await scene.visitor("owner", { as: scene.owner })
      agent.expects(/status of 403/)
      await openWith(agent, customer)
      await composer(agent).fill("I can help with")
      await openNamed(owner, customer.name)
      await thread(owner).getByRole("button", { name: "Assign to me" }).click()
      const row = agent.page.locator(".row").filter({ hasText: customer.name })
      await row.waitFor({ state: "detached" })
      await thread(agent)
        .getByText(/^This conversation is assigned to .+\. You can no longer reply here\.$/)
        .waitFor()
      await bubble(agent, "Who looks after me?").waitFor()
      const draft = thread(agent).getByRole("textbox", { name: "Your draft" })
      assert.strictEqual(await draft.inputValue(), "I can help with")
      assert.strictEqual(await thread(agent).getByRole("button", { name: "Send", exact: true }).count(), 0)
      assert.strictEqual(await thread(agent).getByRole("button", { name: "Assign to me" }).count(), 0)
      await agent.page.locator(".row").filter({ hasText: stays.name }).waitFor()

      await thread(owner)
        .getByRole("button", { name: /^Assign: Assigned to / })
        .click()
      await owner.page.getByRole("menu").getByText(account.email).click()
      await row.waitFor()
      await composer(agent).waitFor()
      assert.strictEqual(await composer(agent).inputValue(), "I can help with")
    }
  )
})
