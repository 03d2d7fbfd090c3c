import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryTemplateCatalogue from "../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import * as MetaInboundReader from "../../src/adapters/meta/inbound/MetaInboundReader.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { fileAddresses } from "../../src/domain/media/Media.ts"
import { PublicAddress } from "../../src/ports/media/MediaLibrary.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { channels, externalId } from "./history.ts"
import * as StoredInbox from "./StoredInbox.ts"
import { businessAccountOf } from "./whatsAppParts.ts"

/** What processing needs beside the stores. */
export const beside = Layer.mergeAll(
  MetaInboundReader.layer,
  MemoryTemplateCatalogue.layer,
  LibPhoneNumbers.layer,
  Layer.succeed(PublicAddress, PublicAddress.of({ files: Effect.succeed(fileAddresses("")) }))
)

/** A world without a database, in which nothing has happened. */
export const memoryWorld = Layer.merge(beside, StoredInbox.memory.pipe(Layer.provideMerge(Memory.layer())))

/** An organization with an account for each of the places that histories count. */
export interface Connected {
  readonly id: OrganizationId
  readonly accounts: ReadonlyArray<ChannelAccount>
}

/** The organization as the platforms know it. */
export const connected = Effect.fnUntraced(function* (organization: number) {
  const { id } = yield* givenOrganization()
  const accounts = yield* Effect.forEach(channels, (channel, account) =>
    givenAccount(id, {
      channel,
      externalId: externalId(organization, account),
      businessAccountId: channel === "whatsapp" ? businessAccountOf(organization) : null
    })
  )
  const one: Connected = { id, accounts }
  return one
})
