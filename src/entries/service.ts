/** `effect-parley/service`: the whole service, to embed or to run. */
export * as RandomIds from "../adapters/identity/RandomIds.ts"
export * as LibPhoneNumbers from "../adapters/phone/LibPhoneNumbers.ts"
// A program that exports the service has to be able to name its settings.
export type { MediaBucket } from "../adapters/settings/MediaBucket.ts"
export { allRoles, type Role } from "../adapters/settings/Role.ts"
export * as Adapters from "../service/library/Adapters.ts"
export * as Postgres from "../service/library/Postgres.ts"
export * as Service from "../service/library/Service.ts"
export type * from "../service/library/ServiceOptions.ts"
export { reachableUrl } from "../service/listener.ts"
export { serve } from "../service/serve.ts"
export type * from "../service/library/StartFailures.ts"
