/** `effect-parley/meta`: the platforms of Meta, and the agents by which they are called. */

/** @stable */
export * as CloudWhatsApp from "../adapters/meta/client/CloudWhatsApp.ts"
export * as GraphAccountCheck from "../adapters/meta/client/GraphAccountCheck.ts"
export * as GraphDirectMessages from "../adapters/meta/client/GraphDirectMessages.ts"
export * as GraphMedia from "../adapters/meta/client/GraphMedia.ts"
export * as GraphProfiles from "../adapters/meta/client/GraphProfiles.ts"
export * as GraphSenderActions from "../adapters/meta/client/GraphSenderActions.ts"
export * as GraphTemplateCatalogue from "../adapters/meta/client/GraphTemplateCatalogue.ts"
export * as PageTagSync from "../adapters/meta/client/PageTagSync.ts"
export * as TokenHealth from "../adapters/meta/client/TokenHealth.ts"
export * as MetaInboundReader from "../adapters/meta/inbound/MetaInboundReader.ts"
export * as AddressGuard from "../adapters/outbound/AddressGuard.ts"
export * as FileAgent from "../adapters/outbound/FileAgent.ts"
export * as GraphAgent from "../adapters/outbound/GraphAgent.ts"
// A program that exports a layer of these has to be able to name what it requires.
export type { GraphOptions } from "../adapters/meta/client/GraphApi.ts"
export type { TokenHealth as TokenHealthService } from "../adapters/meta/client/TokenHealth.ts"
export type { AddressRefused } from "../adapters/outbound/AddressGuard.ts"
export type { HttpAnswer, HttpCall } from "../adapters/outbound/HttpCall.ts"
export type { HttpFailure } from "../adapters/outbound/HttpFailure.ts"
