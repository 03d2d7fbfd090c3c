/**
 * Preloaded into a service under test (`--import`): prints one line for each time that its event loop stood still. The
 * wall clock also counts what other processes of the machine took; `cpuMillis` counts only what the thread itself did.
 */
const tick = 20
const shownFrom = 50

const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (user + system) / 1000
}

let last = { wall: performance.now(), cpu: cpuMillis() }

setInterval(() => {
  const now = { wall: performance.now(), cpu: cpuMillis() }
  const block = { wallMillis: Math.round(now.wall - last.wall - tick), cpuMillis: Math.round(now.cpu - last.cpu) }
  last = now
  if (block.wallMillis >= shownFrom) process.stderr.write(`${JSON.stringify({ eventLoopBlocked: block })}\n`)
}, tick).unref()
