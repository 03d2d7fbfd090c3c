import { Effect, Schedule } from "effect"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, readFile, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort, temporaryFolder } from "../processes/service.ts"

const programs = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"]

const program = programs.find((path) => existsSync(path))

/** Whether nginx can run here. Without it a test of it is skipped, and says so. */
export const isInstalled = program !== undefined

if (!isInstalled) {
  process.stdout.write("Skipped: tests through nginx, which is not installed (Debian: apt-get install nginx)\n")
}

/** Ends with its standard input, so also when the tests are killed. */
const guarded = `"$@" & cat > /dev/null; kill $!; wait`

const accepts = (port: number) =>
  Effect.tryPromise(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => resolve(void socket.destroy()))
        socket.once("error", reject)
      })
  )

export interface Files {
  readonly cert: string
  readonly key: string
}

/** Replaces ports, certificate and log. Fails if the configuration has no such line. */
const moved = (text: string, lines: Readonly<Record<string, string>>): string =>
  Object.entries(lines).reduce((before, [line, other]) => {
    if (!before.includes(line)) throw new Error(`the configuration of nginx has no line ${line}`)
    return before.replace(line, other)
  }, text)

/** nginx with a configuration for its http block, gone with the scope: its address over TLS, and its logs so far. */
export const start = Effect.fnUntraced(function* (
  file: string,
  certificate: Files,
  upstreams: readonly [number, number]
) {
  const folder = yield* temporaryFolder
  const [plain, secure] = [yield* freePort, yield* freePort]
  const log = join(folder, "access.log")
  yield* Effect.promise(async () => {
    // Workers of a root's nginx run as another user.
    await chmod(folder, 0o777)
    await writeFile(join(folder, "cert.pem"), certificate.cert)
    await writeFile(join(folder, "key.pem"), certificate.key)
    const own = moved(await readFile(file, "utf8"), {
      "listen 80;": `listen 127.0.0.1:${plain};`,
      "listen 443 ssl http2;": `listen 127.0.0.1:${secure} ssl http2;`,
      "/etc/ssl/parley.pem": join(folder, "cert.pem"),
      "/etc/ssl/parley.key": join(folder, "key.pem"),
      "/var/log/nginx/parley.log": log,
      "server 127.0.0.1:8080 ": `server 127.0.0.1:${upstreams[0]} `,
      "server 127.0.0.1:8081 ": `server 127.0.0.1:${upstreams[1]} `
    })
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    const http = folders.map((name) => `${name}_temp_path ${join(folder, name)};`).join(" ")
    const main = `daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")}; worker_processes 1;`
    await writeFile(join(folder, "parley.conf"), own)
    await writeFile(
      join(folder, "nginx.conf"),
      `${main}\nevents { worker_connections 1024; }\nhttp { ${http} include parley.conf; }\n`
    )
  })
  const args = ["-c", guarded, "guarded", program ?? "nginx", "-p", folder, "-c", join(folder, "nginx.conf")]
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn("sh", args, { stdio: ["pipe", "ignore", "inherit"] })),
    (child) =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            child.once("close", () => resolve())
            child.stdin.end()
          })
      )
  )
  yield* accepts(secure).pipe(Effect.retry({ times: 200, schedule: Schedule.spaced("25 millis") }), Effect.orDie)
  return {
    url: `https://localhost:${secure}`,
    plainUrl: `http://localhost:${plain}`,
    log: Effect.promise(() => readFile(log, "utf8")),
    errors: Effect.promise(() => readFile(join(folder, "error.log"), "utf8"))
  }
})
