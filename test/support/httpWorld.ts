import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryWebhookSender from "../../src/adapters/memory/MemoryWebhookSender.ts"
import * as MemoryWhatsApp from "../../src/adapters/memory/MemoryWhatsApp.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { Readiness } from "../../src/ports/Readiness.ts"

/** Whether the service can work, for the routes that tell. */
export const ready = (obstacle: string | null) =>
  Layer.succeed(Readiness, Readiness.of({ obstacle: Effect.succeed(obstacle) }))

/** Everything that the routes need, without database, platform and network. */
export const httpWorld = Layer.mergeAll(
  MemoryWhatsApp.layer,
  MemoryWebhookSender.layer,
  LibPhoneNumbers.layer,
  ready(null)
).pipe(Layer.provideMerge(Memory.layer()))
