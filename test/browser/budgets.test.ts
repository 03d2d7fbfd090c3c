import { assert, describe } from "@effect/vitest"
import { get } from "node:http"
import { cpus, loadavg } from "node:os"
import { journey, type Scene } from "./support/journey.ts"

/** Bytes of script and style that the sign-in page may take, compressed, as the service sends them. */
const firstPageBytes = 230_000

/** Milliseconds until the sign-in page takes input, on a machine that does nothing else. */
const interactiveMillis = 1_500

/** How often it is measured. The median does not see what other programs do for a moment. */
const rounds = 5

/** At most so many times longer is taken for the load of the machine, however large that is. */
const longestStretch = 4

/** The bytes of the answer to somebody who takes gzip only, as they go over the wire. */
const gzipBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      assert.strictEqual(response.statusCode, 200, url)
      let bytes = 0
      response.on("data", (chunk: Buffer) => (bytes += chunk.byteLength)).on("end", () => resolve(bytes))
    }).on("error", reject)
  })

/** A browser asks for it beside an answer that is no page of the console. */
const iconOfAnswer = /favicon\.ico/

/** The time until the fields of the page can be filled, since the navigation began, in milliseconds. */
const untilInteractive = async (scene: Scene): Promise<number> => {
  const visitor = await scene.visitor("guest", { at: "/health" })
  visitor.expects(iconOfAnswer)
  await visitor.goTo("/")
  await visitor.page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
  const millis = await visitor.page.evaluate<number>("performance.now()")
  await visitor.context.close()
  return millis
}

/**
 * How much slower the machine is for a browser at the moment than with a core of its own: the programs that wait for each
 * core. Without it a bound that means something would fail beside other programs.
 */
const stretch = (): number => Math.min(longestStretch, Math.max(1, (loadavg()[0] ?? 0) / cpus().length))

describe("budgets of the console", () => {
  journey("the first page takes at most 230 kB, compressed as gzip", async (scene) => {
    const visitor = await scene.visitor("guest", { at: "/health" })
    visitor.expects(iconOfAnswer)
    const files = new Set<string>()
    visitor.page.on("response", (response) => {
      if (/\.(?:js|css)$/.test(response.url())) files.add(response.url())
    })
    await visitor.goTo("/")
    await visitor.page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    const sizes = await Promise.all([...files].map(gzipBytes))
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
    process.stdout.write(`first page: ${total} bytes of script and style in ${sizes.length} files\n`)
    assert.isAbove(sizes.length, 1)
    assert.isAbove(total, 50_000)
    assert.isAtMost(total, firstPageBytes)
  })

  journey("the first page is interactive within 1.5 s", async (scene) => {
    const times: Array<number> = []
    for (let round = 0; round < rounds; round++) times.push(await untilInteractive(scene))
    const median = times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN
    const bound = Math.round(interactiveMillis * stretch())
    process.stdout.write(
      `interactive after ${Math.round(median)} ms (median of ${rounds}: ${times.map(Math.round).join(", ")}), ` +
        `at most ${bound} ms with a load of ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`
    )
    assert.isAtMost(median, bound)
  })
})
