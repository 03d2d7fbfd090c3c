import { Effect, Layer, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as SubjectUserId from "../../../src/adapters/identity/subjectUserId.ts"
import * as MemoryAccountCheck from "../../../src/adapters/memory/access/MemoryAccountCheck.ts"
import { signupPlatform } from "../../../src/adapters/memory/MemoryPlatforms.ts"
import * as MemoryDirectMessages from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import * as MemoryMediaStore from "../../../src/adapters/memory/media/MemoryMediaStore.ts"
import * as MemoryMediaUpload from "../../../src/adapters/memory/media/MemoryMediaUpload.ts"
import * as MemorySessionTokens from "../../../src/adapters/memory/access/MemorySessionTokens.ts"
import * as MemorySenderActions from "../../../src/adapters/memory/sends/MemorySenderActions.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import * as MemoryTemplateCatalogue from "../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import * as MemoryWebhookSender from "../../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import * as MemoryWhatsApp from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { fileAddresses } from "../../../src/domain/media/Media.ts"
import { rateTable, usualRates } from "../../../src/domain/limits/RateTier.ts"
import { PublicAddress } from "../../../src/ports/media/MediaLibrary.ts"
import { CurrentSignupApp } from "../../../src/ports/access/ChannelSignups.ts"
import { Passwords } from "../../../src/ports/access/SignIns.ts"
import { RateLimits } from "../../../src/ports/limits/RateLimits.ts"
import { Readiness } from "../../../src/ports/process/WorkerHealth.ts"

/** Whether the service can work, for the routes that tell. */
export const ready = (obstacle: string | null) =>
  Layer.succeed(Readiness, Readiness.of({ obstacle: Effect.succeed(obstacle), missingKeys: Effect.succeed([]) }))

/** Calls without a limit. */
const unlimited = Layer.succeed(
  RateLimits,
  RateLimits.of({ table: rateTable(usualRates), take: () => Effect.succeed(null) })
)

/** Files are at https://parley.example. */
export const publicAddress = Layer.succeed(
  PublicAddress,
  PublicAddress.of({ files: Effect.succeed(fileAddresses("https://parley.example")) })
)

/** Embedded signups are on. */
const signupApp = Layer.succeed(CurrentSignupApp, {
  appId: "1517776481860111",
  configurationId: "2233",
  dialogUrl: "https://www.facebook.com/v99.0/dialog/oauth"
})

/** Hashes that cost nothing. */
const cheapPasswords = Layer.succeed(
  Passwords,
  Passwords.of({
    hash: (password) => Effect.succeed(`hash of ${Redacted.value(password)}`),
    verify: (password, hash) => Effect.succeed(hash === `hash of ${Redacted.value(password)}`)
  })
)

/** Platforms, files and receivers in memory: what the routes need besides stores. */
export const outsideWorld = Layer.mergeAll(
  MemoryAccountCheck.layer,
  SubjectUserId.layer(false),
  signupPlatform,
  signupApp,
  cheapPasswords,
  MemoryDirectMessages.layer,
  MemoryMediaStore.layer,
  MemoryMediaUpload.layer,
  MemorySessionTokens.layer,
  MemorySenderActions.layer,
  MemoryTagSync.layer,
  MemoryTemplateCatalogue.layer,
  MemoryWhatsApp.layer,
  MemoryWebhookSender.layer,
  LibPhoneNumbers.layer,
  publicAddress,
  unlimited
)

/** Everything that the routes need, without database, platform and network. */
export const httpWorld = Layer.merge(outsideWorld, ready(null)).pipe(Layer.provideMerge(Memory.layer()))
