import { Effect } from "effect"
import type { EmulatorState } from "../EmulatorState.ts"
import type { MediaVault } from "../media/MediaVault.ts"
import type { Conversations } from "../messenger/Conversations.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"
import type { BadInbound } from "./BadInbound.ts"
import { messagingInbound } from "./messagingInbound.ts"
import type { People } from "./People.ts"
import { type InboundRequest, readInbound } from "./readInbound.ts"
import { whatsAppInbound } from "./whatsAppInbound.ts"
import type { Windows } from "./Windows.ts"

/** All that people act on. */
export type PersonWorld = Conversations | EmulatorState | MediaVault | People | Webhooks | Windows

/** The platform's id of the action. Null for an action without one. */
export interface Done {
  readonly messageId: string | null
}

/**
 * Performs the action of a person given as JSON: the platform records it and reports it. `emulatorUrl`, without a
 * trailing slash, is where files are fetched from.
 */
export const takeInbound = Effect.fnUntraced(function* (
  given: unknown,
  emulatorUrl: string
): Effect.fn.Return<Done, BadInbound, PersonWorld> {
  const request = yield* Effect.fromResult(readInbound(given))
  return yield* request.channel === "whatsapp" ? whatsAppInbound(request) : messagingInbound(request, emulatorUrl)
})

/** The same for those who write it in TypeScript. */
export const sendInbound = (request: InboundRequest, emulatorUrl: string) => takeInbound(request, emulatorUrl)
