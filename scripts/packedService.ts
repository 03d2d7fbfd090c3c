import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { generate } from "selfsigned"
import type { Place } from "./clientRuntimes.ts"

/** How long a start may take, in milliseconds. */
const startDeadline = 60_000

/** Milliseconds between two questions whether it has started. */
const pollInterval = 100

/** A port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** What `parley listen` makes: a certificate that the demo trusts. */
const makeCertificate = async (folder: string): Promise<void> => {
  const altNames = [{ type: 7 as const, ip: "127.0.0.1" }]
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    extensions: [{ name: "subjectAltName", altNames }]
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "certificate.pem"), cert)
  writeFileSync(join(folder, "key.pem"), key, { mode: 0o600 })
}

/** The demo of a packed command, with what its examples need. Pages of `origin` may call it. */
export const packedService = async (command: string, dataDir: string, origin: string) => {
  await makeCertificate(join(dataDir, "listen"))
  const port = await freePort()
  const child = spawn("node", [command, "demo"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      EMULATOR_PORT: String(await freePort()),
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32",
      CORS_ORIGINS: origin
    }
  })
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + startDeadline
  const isReady = async (): Promise<boolean> => {
    const ok = await fetch(`${url}/ready`).then(
      (answer) => answer.ok && existsSync(join(dataDir, "demo.json")),
      () => false
    )
    if (ok || child.exitCode !== null || performance.now() > deadline) return ok
    return setTimeout(pollInterval).then(isReady)
  }
  const ready = await isReady()
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
  }
  return { url, ready, output: () => output, stop }
}

/** The demo as a client uses it, with the session of its user. */
export const signedIn = async (dataDir: string): Promise<Place> => {
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"))
  const answer = await fetch(`${demo.authUrl}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: demo.publicAppKey, "content-type": "application/json" },
    body: JSON.stringify({ email: demo.email, password: demo.password })
  })
  const { access_token: token } = JSON.parse(await answer.text())
  return { url: demo.appUrl, apiKey: demo.apiKey, token, organizationId: demo.orgId }
}
