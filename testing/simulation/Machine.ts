import { createHash } from "node:crypto"
import { type Clock, Duration, Effect, type Scheduler } from "effect"
import type { Dice } from "./Dice.ts"

/** A part of the simulated machine. Tasks of a dead one never run again, as after `kill -9`. */
export interface Owner {
  readonly name: string
  isAlive: boolean
  /** Difference of its wall clock to the time of the machine, in milliseconds. */
  skew: number
  /** Called when a statement of it has begun. */
  onStatement: (() => void) | null
}

interface Task {
  readonly owner: Owner
  readonly run: () => void
}

interface Timer extends Task {
  readonly at: number
  readonly ordinal: number
  isCancelled: boolean
}

/** Most tasks of one instant. With more, a loop of the service runs without waiting. */
const maxTasksOfInstant = 1_000_000

/** Operations after which a fiber yields. Only an endless loop reaches them. */
const maxOpsWithoutYield = 1_000_000

/** Characters of the trace between two updates of its hash. */
const traceBuffer = 65_536

const nanosPerMilli = 1_000_000

/** A loop of the service ran without waiting for time or work. */
export class RunsWithoutWaiting extends Error {}

/**
 * Virtual time, and the order of everything in it. The clock jumps to the next timer as soon as nothing can run, so
 * idle time costs nothing. Tasks of one instant run in an order that the dice decide. No task waits for the real world.
 */
export class Machine {
  /** Milliseconds since the epoch. */
  now: number
  /** Number of tasks that ran. */
  tasksRun = 0
  readonly #startedAt: number
  readonly #dice: Dice
  readonly #hash = createHash("sha256")
  readonly #lines: Array<string> | null
  #trace = ""
  #tasks: Array<Task> = []
  #timers: Array<Timer> = []
  #ordinal = 0

  constructor(dice: Dice, startedAt: number, hasLines = false) {
    this.#dice = dice
    this.#startedAt = startedAt
    this.now = startedAt
    this.#lines = hasLines ? [] : null
  }

  /** Milliseconds since the beginning. */
  get elapsed(): number {
    return this.now - this.#startedAt
  }

  owner(name: string): Owner {
    return { name, isAlive: true, skew: 0, onStatement: null }
  }

  /** Adds a line to the trace. */
  trace(owner: Owner, text: string): void {
    const line = `${this.now - this.#startedAt} ${owner.name} ${text}\n`
    this.#trace += line
    this.#lines?.push(line)
    if (this.#trace.length > traceBuffer) this.#flush()
  }

  /** SHA-256 of the trace, in hexadecimal. */
  get hash(): string {
    this.#flush()
    return this.#hash.copy().digest("hex")
  }

  get lines(): ReadonlyArray<string> {
    return this.#lines ?? []
  }

  #flush(): void {
    this.#hash.update(this.#trace)
    this.#trace = ""
  }

  /** Runs the task at this instant, in a random order with the others. */
  enqueue(owner: Owner, run: () => void): void {
    this.#tasks.push({ owner, run })
  }

  /** Runs the task after the delay. Returns a function that cancels it. */
  after(owner: Owner, millis: number, run: () => void): () => void {
    if (millis <= 0) {
      let isCancelled = false
      this.enqueue(owner, () => {
        if (!isCancelled) run()
      })
      return () => void (isCancelled = true)
    }
    if (!Number.isFinite(millis)) return () => undefined
    const timer: Timer = { owner, run, at: this.now + millis, ordinal: this.#ordinal++, isCancelled: false }
    this.#push(timer)
    return () => void (timer.isCancelled = true)
  }

  /** Runs everything that is due until the time, or until `isOver`. */
  runUntil(at: number, isOver: () => boolean = () => false): void {
    while (!isOver()) {
      this.#runInstant()
      const timer = this.#timers[0]
      if (timer === undefined || timer.at > at) {
        if (Number.isFinite(at)) this.now = Math.max(this.now, at)
        return
      }
      this.now = timer.at
      while (this.#timers[0] !== undefined && this.#timers[0].at <= this.now) {
        const due = this.#pop()
        if (!due.isCancelled && due.owner.isAlive) this.#tasks.push(due)
      }
    }
  }

  /** Runs the tasks of this instant, and those that they add. */
  #runInstant(): void {
    const tasks = this.#tasks
    let ran = 0
    while (tasks.length > 0) {
      const index = tasks.length === 1 ? 0 : this.#dice.below(tasks.length)
      const task = tasks[index]
      const last = tasks.pop()
      if (task === undefined || last === undefined) break
      if (index < tasks.length) tasks[index] = last
      if (!task.owner.isAlive || ("isCancelled" in task && task.isCancelled === true)) continue
      ran += 1
      if (ran > maxTasksOfInstant) {
        throw new RunsWithoutWaiting(`${task.owner.name} ran ${maxTasksOfInstant} tasks without waiting`)
      }
      task.run()
    }
    this.tasksRun += ran
  }

  /** The scheduler of the fibers of an owner. */
  scheduler(owner: Owner): Scheduler.Scheduler {
    const dispatcher: Scheduler.SchedulerDispatcher = {
      scheduleTask: (run) => this.enqueue(owner, run),
      flush: () => undefined
    }
    return {
      executionMode: "async",
      shouldYield: (fiber) => fiber.currentOpCount >= maxOpsWithoutYield,
      makeDispatcher: () => dispatcher
    }
  }

  /** The clock of an owner. Its wall clock may be wrong; its waits are not. */
  clock(owner: Owner): Clock.Clock {
    const millis = () => Math.floor(this.now + owner.skew)
    const wall = () => BigInt(millis()) * BigInt(nanosPerMilli)
    const elapsed = () => BigInt(Math.round((this.now - this.#startedAt) * nanosPerMilli))
    return {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: wall,
      currentTimeNanos: Effect.sync(wall),
      monotonicTimeNanosUnsafe: elapsed,
      monotonicTimeNanos: Effect.sync(elapsed),
      sleep: (duration) =>
        Effect.callback<void>((resume) =>
          Effect.sync(this.after(owner, Duration.toMillis(duration), () => resume(Effect.void)))
        )
    }
  }

  #push(timer: Timer): void {
    const timers = this.#timers
    let index = timers.length
    timers.push(timer)
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = timers[above]
      if (parent === undefined || isBefore(parent, timer)) break
      timers[index] = parent
      index = above
    }
    timers[index] = timer
  }

  #pop(): Timer {
    const timers = this.#timers
    const [first] = timers
    const last = timers.pop()
    if (first === undefined || last === undefined) throw new RunsWithoutWaiting("no timer is left")
    if (timers.length === 0) return first
    let index = 0
    for (;;) {
      const left = timers[2 * index + 1]
      const right = timers[2 * index + 2]
      if (left === undefined) break
      const isRight = right !== undefined && isBefore(right, left)
      const least = isRight ? right : left
      if (isBefore(last, least)) break
      timers[index] = least
      index = 2 * index + (isRight ? 2 : 1)
    }
    timers[index] = last
    return first
  }
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.ordinal < other.ordinal)
