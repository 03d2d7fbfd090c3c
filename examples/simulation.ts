/** A program of yours in virtual time: a customer writes, a bot answers, and the process dies. */
import { Effect } from "effect"
import { CurrentCall, sendWhatsApp } from "effect-parley"
import { IdempotencyKey, WhatsAppContent } from "effect-parley/domain"
import type { Service } from "effect-parley/service"
import { type Observations, simulate, SimulationFailed } from "effect-parley/testing"
import assert from "node:assert/strict"

const bot = (usesKeys: boolean) => (event: Service.HandledEvent) => {
  if (event.event !== "message.received" || event.data.channel !== "whatsapp") return Effect.void
  const text = `An answer to ${event.data.message_id}`
  const send = sendWhatsApp(event.organizationId, event.data.from, WhatsAppContent.cases.Text.make({ text }))
  const key = IdempotencyKey.make(event.id)
  const call = { api: "developer", key, fingerprint: text, onReplay: Effect.void } as const
  // A rejected answer is over. After a crash the event is delivered again.
  return Effect.ignore(usesKeys ? Effect.provideService(send, CurrentCall, call) : send)
}

const check = {
  "A customer gets one answer to each message": ({ accepted }: Observations) => {
    const answers = accepted.map(({ text }) => text).filter((text) => text.startsWith("An answer"))
    return answers.filter((answer, index) => answers.indexOf(answer) !== index)
  }
}

const options = { seed: 4, hours: 0.5, businesses: 1, people: 2, messagesPerHour: 300, faults: { crashes: 60 }, check }

// Without an idempotency key, a crash after the answer makes the bot answer twice. The history is shrunk.
const failed = await Effect.runPromise(Effect.flip(simulate({ ...options, onEvent: bot(false) })))
assert.ok(failed instanceof SimulationFailed)
process.stdout.write(`${failed.message}\n`)

// With the id of the event as the key, it answers once.
const { hash } = await Effect.runPromise(simulate({ ...options, onEvent: bot(true) }))
process.stdout.write(`${hash}\n`)
