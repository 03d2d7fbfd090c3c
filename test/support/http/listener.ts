import {
  FrontedServer,
  type ListenerLimits,
  type ListenerOptions,
  usualLimits
} from "../../../src/adapters/http/server/listener.ts"

/** Idle connections end with their server at once, since no proxy uses them. */
export const limitsOfTests: ListenerLimits = { ...usualLimits, drainMillis: 5 }

/** The server of the service, without routes; its requests are called `made`. */
export const listener = (limits: Partial<ListenerLimits> = {}, options: Partial<ListenerOptions> = {}) =>
  new FrontedServer({
    trusted: [],
    newRequestId: () => "made",
    tooMany: () => undefined,
    ...options,
    limits: { ...limitsOfTests, ...limits }
  })
