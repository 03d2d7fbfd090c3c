import type { DateTime } from "effect"
import type { Delivery } from "../../domain/webhooks/Delivery.ts"
import type { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"
import type { HttpFailure } from "./HttpFailure.ts"

export const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** How the attempt ended, as a label of metrics. */
const endOf = (status: number): string => {
  if (status >= 200 && status < 300) return "success"
  if (status === 410) return "gone"
  if (status === 429) return "throttled"
  if (status >= 500) return "server_error"
  return isRedirect(status) ? "redirect" : "client_error"
}

const endWithout: Readonly<Record<HttpFailure["_tag"], string>> = {
  NotConnected: "not_connected",
  DeadlinePassed: "timeout",
  ConnectionLost: "connection_lost",
  AnswerUnreadable: "unreadable"
}

/** Measures attempts: when they begin, and how they end. */
export const attemptMetrics = (meter: Meter) => {
  const ended = (outcome: string, durationMillis: number): void => {
    if (meter.isOn) meter.record(metrics.attempt, durationMillis / 1_000, { outcome })
  }
  return {
    begun: ({ event, failures, isDeferred }: Delivery, at: DateTime.Utc): void => {
      if (!meter.isOn || failures > 0) return
      const age = Math.max(0, at.epochMilliseconds - event.occurredAt.epochMilliseconds) / 1_000
      meter.record(metrics.firstAttemptAge, age, { source: isDeferred ? "retry_queue" : "outbox" })
    },
    answered: (status: number, durationMillis: number): void => ended(endOf(status), durationMillis),
    unanswered: ({ _tag }: HttpFailure, durationMillis: number): void => ended(endWithout[_tag], durationMillis),
    /** Nothing was sent. */
    unsigned: (): void => ended("unsigned", 0)
  }
}
