/** `effect-parley/service`: the whole service, put together from settings. */
export * as RandomIds from "../adapters/identity/RandomIds.ts"
export * as LibPhoneNumbers from "../adapters/phone/LibPhoneNumbers.ts"
export { secretsOf, type Secrets, SettingsMissing } from "../adapters/settings/Secrets.ts"
export { settings, type Settings } from "../adapters/settings/Settings.ts"
export { production } from "../service/production.ts"
export { serve } from "../service/serve.ts"
export { type PlatformUrls, reachableUrl, service } from "../service/service.ts"
export { database, prepared, stores } from "../service/stores.ts"
