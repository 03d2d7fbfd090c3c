import { assert, describe } from "@effect/vitest"
import { faultProxy } from "../support/servers/FaultProxy.ts"
import { assertNone, barriers } from "./support/accessibility.ts"
import { bubble, openNamed } from "./support/inboxSteps.ts"
import { journey, type Scene, until } from "./support/journey.ts"

/** What the browser says of a network that is cut. */
const cutNetwork = /ERR_(?:EMPTY_RESPONSE|CONNECTION|INCOMPLETE|SOCKET|INTERNET_DISCONNECTED)/

describe("the connection", () => {
  journey("a cut stream is shown, and connects again by itself", async (scene) => {
    const proxy = await scene.run(faultProxy(scene.demo.appUrl))
    const visitor = await scene.visitor("owner", { as: scene.owner, origin: proxy.url })
    visitor.expects(cutNetwork)
    await scene.run(proxy.set("refuses"))
    await visitor.page.locator(".live-offline").waitFor()
    await scene.run(proxy.set("passes"))
    await visitor.live()
  })
})

describe("a section that is opened without a connection", () => {
  journey("says so without barriers, and is there after another try", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    visitor.expects(/ERR_FAILED|Unable to preload|dynamically imported/)
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor({ state: "attached" })
    await page.route(/\/Developers-/, (route) => route.abort())
    await page.getByRole("link", { name: "Developers" }).click()
    await page.getByText("A part of the console did not load").waitFor()
    assertNone(await barriers(visitor, "a section that did not load"))
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("A part of the console did not load").waitFor()
    await page.unroute(/\/Developers-/)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("heading", { level: 1, name: "Developers" }).waitFor()
  })

  journey("has a heading while it loads, and where there is no page", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    const gate = Promise.withResolvers<void>()
    await page.route(/\/Developers-/, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.getByRole("link", { name: "Developers" }).click()
    await page.getByRole("status").getByText("Loading").waitFor()
    assertNone(await barriers(visitor, "a section that loads"))
    gate.resolve()
    await page.getByRole("heading", { level: 1, name: "Developers" }).waitFor()
    await page.evaluate(`history.pushState(null, "", "/nowhere"); window.dispatchEvent(new PopStateEvent("popstate"))`)
    await page.getByText("Page not found").first().waitFor()
    assertNone(await barriers(visitor, "no page"))
  })
})

describe("a page that is opened", () => {
  journey("shows what happens after its load and before its stream begins", async (scene) => {
    const customer = scene.customer("Annie Jump Cannon")
    await customer.writes("Before the load")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await openNamed(visitor, customer.name)
    const gate = Promise.withResolvers<void>()
    await page.route("**/events/stream", async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.reload()
    await bubble(visitor, "Before the load").waitFor()
    const between = `Between the two by ${customer.name}`
    await customer.writes(between)
    await until("the service has the message", async () =>
      JSON.stringify(await scene.developer("GET", "/v1/conversations/whatsapp")).includes(between)
    )
    assert.strictEqual(await bubble(visitor, between).count(), 0)
    gate.resolve()
    await bubble(visitor, between).waitFor()
    await page.locator(".inbox-list").getByText(between).waitFor()
  })
})

const isNewConnection = (url: string, failure: string): boolean =>
  url.endsWith("/events/stream") && !failure.includes("INCOMPLETE")

/**
 * Cuts the stream, and then stops the timers of the page, so that it does not connect again by itself: it has tried in
 * vain, and the next time is never.
 */
const cutWithoutTimers = async (scene: Scene) => {
  const proxy = await scene.run(faultProxy(scene.demo.appUrl))
  const visitor = await scene.visitor("owner", { as: scene.owner, origin: proxy.url })
  const { page } = visitor
  visitor.expects(cutNetwork)
  const offline = page.locator(".live-offline")
  await page.clock.install()
  const cut = async () => {
    await page.clock.resume()
    await visitor.live()
    await scene.run(proxy.set("refuses"))
    await offline.waitFor()
    // Neither the stream that was cut nor a file on its way: a new connection.
    const tried = page.waitForEvent("requestfailed", (request) =>
      isNewConnection(request.url(), request.failure()?.errorText ?? "")
    )
    await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 60_000)
    await tried
    await scene.run(proxy.set("passes"))
  }
  await cut()
  return { cut, offline, visitor }
}

describe("a cut stream", () => {
  journey("connects at once when the reader tries now", async (scene) => {
    const { offline, visitor } = await cutWithoutTimers(scene)
    assert.strictEqual(await offline.count(), 1)
    await visitor.page.getByRole("button", { name: "Try now" }).click()
    await visitor.live()
    assert.strictEqual(await visitor.page.getByRole("button", { name: "Try now" }).count(), 0)
  })

  for (const [language, label] of [
    ["english", "Try now"],
    ["arabic", "حاول الآن"]
  ] as const) {
    journey(`is shown without barriers, in ${language}`, async (scene) => {
      const proxy = await scene.run(faultProxy(scene.demo.appUrl))
      const visitor = await scene.visitor("owner", { as: scene.owner, origin: proxy.url })
      visitor.expects(cutNetwork)
      await visitor.speak(language)
      await scene.run(proxy.set("refuses"))
      await visitor.page.getByRole("button", { name: label }).waitFor()
      assertNone(await barriers(visitor, `offline in ${language}`))
    })
  }

  journey("connects at once when the tab is shown, and when the network is there again", async (scene) => {
    const { cut, offline, visitor } = await cutWithoutTimers(scene)
    const { page } = visitor
    assert.strictEqual(await offline.count(), 1)
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`)
    await visitor.live()
    await cut()
    assert.strictEqual(await offline.count(), 1)
    await page.evaluate(`window.dispatchEvent(new Event("online"))`)
    await visitor.live()
    await visitor.context.setOffline(true)
    await offline.waitFor()
    await visitor.context.setOffline(false)
    await visitor.live()
  })

  journey("connects at once when another call reaches the service", async (scene) => {
    const { visitor } = await cutWithoutTimers(scene)
    await visitor.page.getByRole("link", { name: "Developers" }).click()
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
      // The page lists events from its first rendering on, and its script may still be on its way.
      await visitor.page.getByRole("list", { name: "Live events" }).waitFor({ state: "attached" })
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
