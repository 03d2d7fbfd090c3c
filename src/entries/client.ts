/** `effect-parley/client`: typed clients of both interfaces. */
export * as DeveloperClient from "../client/DeveloperClient.ts"
export * as SessionClient from "../client/SessionClient.ts"
export * from "../client/IdempotencyKey.ts"
