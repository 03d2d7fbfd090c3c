import { spawnSync } from "node:child_process"

/** Longest time for each step of an installation, in milliseconds. */
const stepMillis = 300_000

/** Runs `apt-get`. Gives the reason when it fails. */
export const aptGet = (...args: ReadonlyArray<string>): string | undefined => {
  const run = spawnSync("apt-get", args, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    encoding: "utf8",
    timeout: stepMillis
  })
  return run.status === 0 ? undefined : `apt-get ${args.join(" ")}: ${run.error?.message ?? run.stderr.trim()}`
}
