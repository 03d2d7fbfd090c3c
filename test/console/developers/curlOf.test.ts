import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { curlOf } from "../../../console/developers/logs/curlOf.ts"

const base = "https://parley.example.com/api/developer"

/** What a shell makes of the call: the arguments of curl. */
const argumentsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env: { API_KEY: "pk_live_x", PATH: "/usr/bin:/bin" },
    encoding: "utf8"
  })
    .split("\0")
    .slice(0, -1)

describe("the call of a log entry", () => {
  it("has the method, the address, the key as a variable, and the body", () => {
    const command = curlOf(base, { method: "POST", path: "/v1/contacts", requestBody: { phone: "15551234567" } })
    assert.strictEqual(
      command,
      [
        "curl -sS -X POST",
        `'${base}/v1/contacts'`,
        '-H "x-api-key: $API_KEY"',
        "-H 'content-type: application/json'",
        `--data-raw '{"phone":"15551234567"}'`
      ].join(" \\\n  ")
    )
    assert.deepStrictEqual(argumentsOf(command), [
      "-sS",
      "-X",
      "POST",
      `${base}/v1/contacts`,
      "-H",
      "x-api-key: pk_live_x",
      "-H",
      "content-type: application/json",
      "--data-raw",
      '{"phone":"15551234567"}'
    ])
  })

  it.each([
    ["GET", { a: 1 }],
    ["DELETE", {}],
    ["POST", ""],
    ["POST", null]
  ])("of %s with the logged body %j has no body", (method, requestBody) => {
    assert.notInclude(curlOf(base, { method, path: "/v1/logs", requestBody }), "--data-raw")
  })

  it("asks for the head only", () => {
    assert.match(curlOf(base, { method: "HEAD", path: "/v1/logs" }), /^curl -sS --head /)
  })

  it("lets no text of a request run in the shell", () => {
    for (const text of ["'; touch /tmp/x; '", "$(id)", "`id`", "a\\'b", "-X\nrm", "\u202e'$API_KEY'"]) {
      const command = curlOf(base, { method: "POST; id", path: `/v1/contacts/${text}`, requestBody: { name: text } })
      const given = argumentsOf(command)
      assert.lengthOf(given, 10)
      assert.strictEqual(given[3], `${base}/v1/contacts/${text}`)
      assert.deepStrictEqual(JSON.parse(given[9] ?? ""), { name: text })
    }
  })
})
