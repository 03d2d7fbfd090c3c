import { assert, describe } from "@effect/vitest"
import { faultProxy } from "../support/FaultProxy.ts"
import { bubble, openNamed } from "./support/inboxSteps.ts"
import { journey, until } from "./support/journey.ts"

describe("the connection", () => {
  journey("a cut stream is shown, and connects again by itself", async (scene) => {
    const proxy = await scene.run(faultProxy(scene.demo.appUrl))
    const visitor = await scene.visitor("owner", { as: scene.owner, origin: proxy.url })
    visitor.expects(/ERR_(?:EMPTY_RESPONSE|CONNECTION|INCOMPLETE)/)
    await scene.run(proxy.set("refuses"))
    await visitor.page.locator(".live-offline").waitFor()
    await scene.run(proxy.set("passes"))
    await visitor.live()
  })
})

describe("two organizations", () => {
  journey("have a channel each side by side, and nothing crosses, neither lists nor events", async (scene) => {
    const other = await scene.organization("Other Ltd")
    const number = await scene.number(other.organizationId)
    const people = {
      demo: { name: `Demo ${crypto.randomUUID()}`, text: `To the demo ${crypto.randomUUID()}` },
      other: { name: `Other ${crypto.randomUUID()}`, text: `To the other ${crypto.randomUUID()}` }
    }
    const sides = [
      { visitor: await scene.visitor("demo", { as: scene.owner }), own: people.demo, foreign: people.other },
      { visitor: await scene.visitor("other", { as: other.owner }), own: people.other, foreign: people.demo }
    ]
    const answers: ReadonlyArray<Array<string>> = sides.map(({ visitor }) => {
      const heard: Array<string> = []
      visitor.page.on("response", (response) => {
        if (response.url().includes("/events/stream")) return
        response.text().then(
          (text) => heard.push(text),
          () => undefined
        )
      })
      return heard
    })
    for (const { visitor } of sides) {
      await visitor.goTo("/developers/live")
      await visitor.live()
    }
    await scene.customer(people.demo.name).writes(people.demo.text)
    await number.receives(people.other.name, people.other.text)
    // The page lists what the stream brings, whole.
    for (const { foreign, own, visitor } of sides) {
      const { page } = visitor
      await until("the own message came", async () => (await page.content()).includes(own.text))
      assert.notInclude(await page.content(), foreign.text)
    }
    for (const [index, { foreign, own, visitor }] of sides.entries()) {
      await visitor.page.getByRole("link", { name: "Inbox" }).click()
      await openNamed(visitor, own.name)
      await bubble(visitor, own.text).waitFor()
      const seen = `${await visitor.page.content()} ${answers[index]?.join(" ")}`
      assert.include(seen, own.name)
      for (const secret of Object.values(foreign)) assert.notInclude(seen, secret)
    }
  })
})
