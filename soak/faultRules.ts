import type { FaultRule } from "../emulator/FaultRule.ts"
import type { Person } from "./cast.ts"

/** Every fault that there is, all at once. What takes long or is for one person only happens a few times. */
export const faultRules = (doubtful: Person | undefined, timeouts: number): ReadonlyArray<FaultRule> => [
  ...(doubtful === undefined
    ? []
    : [{ mode: "expiredToken", channel: "whatsapp", to: doubtful.waId, times: 2 } as const]),
  ...(timeouts === 0 ? [] : [{ mode: "timeout", probability: 0.02, times: timeouts } as const]),
  { mode: "sync", channel: "whatsapp", code: 131026, probability: 0.03 },
  { mode: "sync", channel: "messenger", code: 551, probability: 0.03 },
  { mode: "sync", channel: "instagram", code: 100, probability: 0.03 },
  { mode: "async", code: 131049, probability: 0.06 },
  { mode: "throttle", probability: 0.03 },
  { mode: "garbled", probability: 0.02 },
  { mode: "disconnect", probability: 0.02 },
  { mode: "late", probability: 0.08 },
  { mode: "lost", probability: 0.05 },
  { mode: "skipDelivered", probability: 0.2 },
  { mode: "echo", probability: 0.25 },
  { mode: "duplicate", probability: 0.1 },
  { mode: "reorder", probability: 0.1 },
  { mode: "batch", probability: 0.25 },
  { mode: "split", probability: 0.15 },
  { mode: "delay", probability: 0.15 },
  { mode: "redeliver", probability: 0.03 }
]
