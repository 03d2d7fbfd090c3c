import { describe } from "@effect/vitest"
import { faultProxy } from "../support/FaultProxy.ts"
import { journey } from "./support/journey.ts"

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
  journey("are side by side in one browser window each, and nothing crosses", async (scene) => {
    const other = await scene.organization("Other Ltd")
    const one = await scene.visitor("demo", { as: scene.owner })
    const two = await scene.visitor("other", { as: other.owner })
    await one.page.locator(".bar-name", { hasText: "Demo" }).waitFor()
    await two.page.locator(".bar-name", { hasText: "Other Ltd" }).waitFor()
    const secrets = { customer: `Customer ${crypto.randomUUID()}`, text: `Text ${crypto.randomUUID()}` }
    const heard: Array<string> = []
    two.page.on("response", (response) => {
      if (response.url().includes("/events/stream")) return
      response.text().then(
        (text) => heard.push(text),
        () => undefined
      )
    })
    await scene.customer(secrets.customer).writes(secrets.text)
    await one.page.getByRole("link", { name: "Playground" }).click()
    await one.page.getByText(secrets.customer).first().waitFor()
    await two.page.reload()
    await two.live()
    for (const name of ["Inbox", "Developers"]) {
      await two.page.getByRole("link", { name }).click()
      await two.page.locator(".spinner").first().waitFor({ state: "detached" })
    }
    const seen = `${await two.page.content()} ${heard.join(" ")}`
    for (const secret of Object.values(secrets)) {
      if (seen.includes(secret)) throw new Error(`the other organization sees ${secret}`)
    }
  })
})
