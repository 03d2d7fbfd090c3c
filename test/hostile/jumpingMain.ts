/** The service on a wall clock that SIGUSR2 sets an hour forward, and SIGHUP an hour back. Timers go on as they are. */
const RealDate = Date
const hour = 3_600_000
let ahead = 0

globalThis.Date = new Proxy(RealDate, {
  construct: (real, given: ReadonlyArray<number>, target) =>
    Reflect.construct(real, given.length === 0 ? [real.now() + ahead] : given, target),
  get: (real, name) => (name === "now" ? () => real.now() + ahead : Reflect.get(real, name))
})
process.on("SIGUSR2", () => (ahead += hour))
process.on("SIGHUP", () => (ahead -= hour))

await import("../../src/start.ts")
