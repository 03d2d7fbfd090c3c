/** `effect-parley/service`: the whole service, to embed or to run. */

/** @stable */
export * as RandomIds from "../adapters/identity/RandomIds.ts"
export * as LibPhoneNumbers from "../adapters/phone/LibPhoneNumbers.ts"
export { type Role, allRoles } from "../adapters/settings/Settings.ts"
export * as Adapters from "../service/library/Adapters.ts"
export * from "../service/library/createService.ts"
export type { NodeHandler } from "../service/library/nodeHandler.ts"
export type { UseCases } from "../service/library/useCases.ts"
export * as Postgres from "../service/library/Postgres.ts"
export * as Service from "../service/library/Service.ts"
export type * from "../service/library/ServiceOptions.ts"
export { reachableUrl } from "../service/listener.ts"
export { serve } from "../service/serve.ts"
// A program that exports the service, or the command, has to be able to name its settings and failures.
export type { MediaBucket } from "../adapters/settings/MediaBucket.ts"
export type { DemoRefused, ModeMissing, PlatformMissing, RolesRefused } from "../adapters/settings/runMode.ts"
export type { SettingsMissing, WeakSecrets } from "../adapters/settings/Secrets.ts"
export type { StartReported } from "../service/lifeLines.ts"
export type { DataDirUnusable } from "../service/stores.ts"
