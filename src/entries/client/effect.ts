/** `effect-parley/client/effect`: clients of both interfaces on Effect. */
export * as DeveloperClient from "../../client/DeveloperClient.ts"
export * as SessionClient from "../../client/SessionClient.ts"
export * from "../../client/IdempotencyKey.ts"
