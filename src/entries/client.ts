/** `effect-parley/client`: clients of both interfaces on promises and `fetch`; nothing else is loaded. */
export * from "../client/promise/createParley.ts"
export * from "../client/promise/ParleyError.ts"
export type { Credential, Fetch } from "../client/promise/call.ts"
export type { CallOptions, Json, PostOptions } from "../client/promise/Endpoint.ts"
export type { ConversationGone, LiveEvent, Resync, StreamEntry, StreamOptions } from "../client/promise/eventStream.ts"
export type * as DeveloperTypes from "../client/promise/DeveloperMethods.ts"
export type * as SessionTypes from "../client/promise/SessionMethods.ts"
export type { EventType, FeedEvent, ParleyEvent } from "../client/webhooks/ParleyEvent.ts"
