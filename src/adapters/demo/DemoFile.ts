import { Effect, FileSystem, Option, Path, Schema } from "effect"
import { ApiKeyId, OrganizationId } from "../../domain/Ids.ts"
import { writeOwnerOnly } from "./GeneratedSecrets.ts"

/** `DATA_DIR/demo.json`: everything that a client needs to use the demo organization. */
export const Demo = Schema.Struct({
  appUrl: Schema.String,
  baseUrl: Schema.String,
  authUrl: Schema.String,
  emulatorUrl: Schema.String,
  publicAppKey: Schema.String,
  serviceRoleKey: Schema.String,
  orgId: OrganizationId,
  email: Schema.String,
  password: Schema.String,
  apiKey: Schema.String,
  /** The key's name in `parley key revoke`. Absent in files of earlier builds. */
  apiKeyId: Schema.optionalKey(ApiKeyId),
  whatsapp: Schema.Struct({
    phoneNumberId: Schema.String,
    displayPhoneNumber: Schema.String,
    wabaId: Schema.String
  }),
  messenger: Schema.Struct({ pageId: Schema.String }),
  instagram: Schema.Struct({ accountId: Schema.String })
})
export type Demo = typeof Demo.Type

/** The fields of the data, independent of its address. */
export type DemoOrganization = Pick<
  Demo,
  "orgId" | "email" | "password" | "apiKey" | "apiKeyId" | "whatsapp" | "messenger" | "instagram"
>

/** The address of this start, and the keys of the identity provider at the same address. */
export interface DemoEndpoint {
  readonly appUrl: string
  readonly emulatorUrl: string
  readonly publicAppKey: string
  readonly serviceRoleKey: string
}

/** The file for an organization at an address. */
export const describe = (organization: DemoOrganization, endpoint: DemoEndpoint): Demo => ({
  appUrl: endpoint.appUrl,
  baseUrl: `${endpoint.appUrl}/api/developer`,
  authUrl: endpoint.appUrl,
  emulatorUrl: endpoint.emulatorUrl,
  publicAppKey: endpoint.publicAppKey,
  serviceRoleKey: endpoint.serviceRoleKey,
  orgId: organization.orgId,
  email: organization.email,
  password: organization.password,
  apiKey: organization.apiKey,
  ...(organization.apiKeyId === undefined ? {} : { apiKeyId: organization.apiKeyId }),
  whatsapp: organization.whatsapp,
  messenger: organization.messenger,
  instagram: organization.instagram
})

const DemoJson = Schema.fromJsonString(Demo)

const pathOf = Effect.fnUntraced(function* (dataDir: string) {
  return (yield* Path.Path).join(dataDir, "demo.json")
})

/** The file of an earlier start; none at the first start, or if it is not valid. */
export const read = Effect.fn("DemoFile.read")(function* (dataDir: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* pathOf(dataDir)
  if (!(yield* files.exists(path))) return Option.none<Demo>()
  return yield* Effect.option(Schema.decodeUnknownEffect(DemoJson)(yield* files.readFileString(path)))
})

export const write = Effect.fn("DemoFile.write")(function* (dataDir: string, demo: Demo) {
  const text = yield* Schema.encodeEffect(DemoJson)(demo)
  yield* writeOwnerOnly(yield* pathOf(dataDir), text)
})

/** Commands to paste: send, write back, list, subscribe. `database` is null for the embedded one. */
export const greeting = (demo: Demo, dataDir: string, database: string | null): string => `
effect-parley is running in demo mode: the platform is an emulator, and no message leaves this machine.

  Service    ${demo.appUrl}
  Emulator   ${demo.emulatorUrl}
  Sign in    ${demo.email}  ${demo.password}
  API key    ${demo.apiKey}  (id ${demo.apiKeyId ?? "unknown"})
  All of it  ${dataDir}/demo.json${database === null ? "" : `\n  Database   ${database} (DATABASE_URL)`}

Send a template:

  curl -sS ${demo.baseUrl}/v1/send-message \\
    -H 'x-api-key: ${demo.apiKey}' -H 'content-type: application/json' \\
    -d '{"to":"15551234567","template":{"name":"hello_world","language":{"code":"en_US"}}}'

Write back, as the person would:

  curl -sS ${demo.emulatorUrl}/_emulator/inbound -H 'content-type: application/json' \\
    -d '{"channel":"whatsapp","from":"15551234567","type":"text","text":"Is it open today?","name":"Ann"}'

See what the platform was asked:

  curl -sS ${demo.emulatorUrl}/_emulator/ledger

Receive events (run \`parley listen\` in another terminal):

  curl -sS ${demo.baseUrl}/v1/webhooks \\
    -H 'x-api-key: ${demo.apiKey}' -H 'content-type: application/json' \\
    -d '{"url":"https://127.0.0.1:8443/","events":["message.received","message.sent","message.delivered","message.read","contact.created","conversation.opened"]}'
`
