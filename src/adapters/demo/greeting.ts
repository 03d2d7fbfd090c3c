import type { Demo } from "./DemoFile.ts"

/** Lines to paste, one for each step of the way: send, write back, look, subscribe. */
export const greeting = (demo: Demo, dataDir: string): string => `
effect-parley is running in demo mode: the platform is an emulator, and no message leaves this machine.

  Service    ${demo.appUrl}
  Emulator   ${demo.emulatorUrl}
  Sign in    ${demo.email}  ${demo.password}
  All of it  ${dataDir}/demo.json

Send a template:

  curl -sS ${demo.baseUrl}/v1/send-message \\
    -H 'x-api-key: ${demo.apiKey}' -H 'content-type: application/json' \\
    -d '{"to":"15551234567","template":{"name":"hello_world","language":{"code":"en_US"}}}'

Write back, as the person would:

  curl -sS ${demo.emulatorUrl}/_emulator/inbound -H 'content-type: application/json' \\
    -d '{"channel":"whatsapp","from":"15551234567","type":"text","text":"Is it open today?","name":"Ann"}'

See what the platform was asked:

  curl -sS ${demo.emulatorUrl}/_emulator/ledger

Receive events (start with WEBHOOK_ALLOWED_CIDRS=127.0.0.1/32, and run \`npm run listen\` in another terminal):

  curl -sS ${demo.baseUrl}/v1/webhooks \\
    -H 'x-api-key: ${demo.apiKey}' -H 'content-type: application/json' \\
    -d '{"url":"https://127.0.0.1:8443/","events":["message.received","message.sent","message.delivered","message.read","contact.created","conversation.opened"]}'
`
