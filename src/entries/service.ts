/** `effect-parley/service`: the whole service, to embed or to run. */
export * as RandomIds from "../adapters/identity/RandomIds.ts"
export * as LibPhoneNumbers from "../adapters/phone/LibPhoneNumbers.ts"
export { type Role, allRoles } from "../adapters/settings/Settings.ts"
export * as Postgres from "../service/library/Postgres.ts"
export * as Service from "../service/library/Service.ts"
export type * from "../service/library/ServiceOptions.ts"
export { reachableUrl } from "../service/listener.ts"
export { serve } from "../service/serve.ts"
