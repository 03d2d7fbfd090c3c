/** `effect-parley/client/effect`: clients of both interfaces on Effect. */
export * as DeveloperClient from "../../client/DeveloperClient.ts"
export * as SessionClient from "../../client/SessionClient.ts"
export * from "../../client/IdempotencyKey.ts"
export * as SessionEvents from "../../client/SessionEvents.ts"
export type { ConversationGone, LiveEvent, Resync, StreamEntry } from "../../client/promise/eventStream.ts"
export { ParleyError } from "../../client/promise/ParleyError.ts"
