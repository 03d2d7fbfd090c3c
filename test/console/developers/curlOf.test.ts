import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { curlOf } from "../../../console/developers/logs/curlOf.ts"

const base = "https://parley.example.com/api/developer"

/** Arguments that a shell passes to curl. */
const argumentsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env: { API_KEY: "pk_live_x", PATH: "/usr/bin:/bin" },
    encoding: "utf8"
  })
    .split("\0")
    .slice(0, -1)

describe("curl command of a log entry", () => {
  it("the curl command has the method, the URL, the key as a variable, and the body", () => {
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
  ])("the curl command of %s with the logged body %j has no body", (method, requestBody) => {
    assert.notInclude(curlOf(base, { method, path: "/v1/logs", requestBody }), "--data-raw")
  })

  it("the curl command of a HEAD request reads the head only", () => {
    assert.match(curlOf(base, { method: "HEAD", path: "/v1/logs" }), /^curl -sS --head /)
  })

  it("the curl command quotes all texts of a request for the shell", () => {
    for (const text of ["'; touch /tmp/x; '", "$(id)", "`id`", "a\\'b", "-X\nrm", "\u202e'$API_KEY'"]) {
      const command = curlOf(base, { method: "POST; id", path: `/v1/contacts/${text}`, requestBody: { name: text } })
      const parsed = argumentsOf(command)
      assert.lengthOf(parsed, 10)
      assert.strictEqual(parsed[3], `${base}/v1/contacts/${text}`)
      assert.deepStrictEqual(JSON.parse(parsed[9] ?? ""), { name: text })
    }
  })
})
