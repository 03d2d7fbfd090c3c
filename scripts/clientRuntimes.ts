import { spawn } from "node:child_process"
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"

/** What the program of a client needs to know. */
export interface Place {
  readonly url: string
  readonly apiKey: string
  readonly token: string
  readonly organizationId: string
}

/** How one of them took it; no failure means that it is not installed. */
interface Outcome {
  readonly name: string
  readonly result: "ok" | "missing" | { readonly failure: string }
}

/** How long one may take, in milliseconds. */
const deadline = 60_000

const words = ["the clients", "work here"]
const done = words.join(" ")

/** What a command prints, its warnings after it; null when there is no such command. */
const run = (command: string, args: ReadonlyArray<string>, cwd: string) =>
  new Promise<string | null>((resolve) => {
    const child = spawn(command, args, { cwd, timeout: deadline, env: { ...process.env, NO_COLOR: "1" } })
    let output = ""
    let warnings = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (warnings += chunk.toString()))
    child.once("error", () => resolve(null))
    child.once("close", () => resolve(output + warnings))
  })

const outcome = (name: string, output: string | null): Outcome => ({
  name,
  result: output === null ? "missing" : output.includes(done) ? "ok" : { failure: output.slice(0, 4_000) }
})

const program = (place: Partial<Place>) => `
import { clientProgram } from "./clientProgram.js"
import * as client from "effect-parley/client"
import * as webhooks from "effect-parley/webhooks"
await clientProgram({ ...client, ...webhooks }, ${JSON.stringify(place)})
console.log(${JSON.stringify(done)})
`

const page = (place: Partial<Place>) => `<!doctype html><meta charset="utf-8"><p>…</p><script type="module">
const show = (text) => (document.querySelector("p").textContent = text)
try {
  const { clientProgram } = await import("/clientProgram.js")
  const entries = { ...(await import("/src/entries/client.js")), ...(await import("/src/entries/webhooks.js")) }
  await clientProgram(entries, ${JSON.stringify(place)})
  show(${JSON.stringify(words)}.join(" "))
} catch (error) {
  show(String(error))
}
</script>`

/** A site of its own, whose pages may call the service. */
export const site = async () => {
  const files = new Map<string, string>()
  const server = createServer((request, response) => {
    const text = files.get(request.url ?? "")
    const type = request.url?.endsWith(".js") === true ? "text/javascript" : "text/html"
    response.writeHead(text === undefined ? 404 : 200, { "content-type": type }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  return { origin, files, close: () => server.close() }
}

/** The clients of the packed package in a project, in each place that is installed. */
export const clientRuntimes = async (
  project: string,
  place: Place,
  { files, origin }: Awaited<ReturnType<typeof site>>
): Promise<ReadonlyArray<Outcome>> => {
  const { apiKey: _, ...ofPage } = place
  const dist = join(project, "node_modules/effect-parley/dist")
  cpSync(join(import.meta.dirname, "clientProgram.js"), join(project, "clientProgram.js"))
  writeFileSync(join(project, "clients.js"), program(place))
  files.set("/", page(ofPage))
  files.set("/clientProgram.js", readFileSync(join(project, "clientProgram.js"), "utf8"))
  // What the entries share is in files of its own.
  const shared = readdirSync(join(dist, "shared")).filter((name) => name.endsWith(".js"))
  for (const name of ["src/entries/client.js", "src/entries/webhooks.js", ...shared.map((file) => `shared/${file}`)]) {
    files.set(`/${name}`, readFileSync(join(dist, name), "utf8"))
  }

  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--virtual-time-budget=20000"
  ]
  const shown = await run(
    "chromium",
    [...flags, `--user-data-dir=${join(project, "chromium")}`, "--dump-dom", origin],
    project
  )
  return [
    outcome("Node", await run("node", ["clients.js"], project)),
    outcome("Deno", await run("deno", ["run", "--allow-net", "--node-modules-dir=manual", "clients.js"], project)),
    outcome("Bun", await run("bun", ["run", "clients.js"], project)),
    outcome("Chromium", shown)
  ]
}
