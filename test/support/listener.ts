import {
  FrontedServer,
  type ListenerLimits,
  type ListenerOptions,
  usualLimits
} from "../../src/adapters/http/server/listener.ts"

/** The server of the service, without routes; its requests are called `made`. */
export const listener = (limits: Partial<ListenerLimits> = {}, options: Partial<ListenerOptions> = {}) =>
  new FrontedServer({
    trusted: [],
    newRequestId: () => "made",
    tooMany: () => undefined,
    ...options,
    limits: { ...usualLimits, ...limits }
  })
