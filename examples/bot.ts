/**
 * A bot that takes new conversations and answers in its own name, until a customer asks for a person. It uses the demo:
 * start it with `parley`. It reads the feed of events; a webhook works as well.
 */
import { createParley, ParleyError } from "effect-parley/client"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"

const { apiKey, appUrl, emulatorUrl } = JSON.parse(
  readFileSync(join(process.env["DATA_DIR"] ?? ".data", "demo.json"), "utf8")
)
const parley = createParley({ url: appUrl, apiKey })
const agent = { name: "Acme bot" }
const customer = "15557770042"

/** Hands a conversation over to the bot. False: people have it. */
const isOurs = (id: string) =>
  parley.handling.handOver(id, { agent }).then(
    () => true,
    (error: unknown) => error instanceof ParleyError && error.message.includes("is ai_handling")
  )

/** Answers once: the key makes a repetition after a crash harmless. */
const answer = async (idempotencyKey: string, to: string, conversationId: string, question: string) => {
  if (!(await isOurs(conversationId))) return false
  const wantsPerson = question.includes("person")
  const text = wantsPerson ? "One moment, a colleague answers." : "We open at nine."
  await parley.whatsapp.sendMessage({ to, agent, type: "text", text }, { idempotencyKey })
  if (wantsPerson) await parley.handling.escalate(conversationId, { agent, reason: "Asks for a person" })
  return wantsPerson
}

type Events = Awaited<ReturnType<typeof parley.events.list>>["events"]

/** Answers one message after the other. True once the bot has escalated. */
const answerAll = async ([first, ...others]: Events): Promise<boolean> => {
  if (first === undefined) return false
  const { data, event, id } = first
  if (event !== "message.received" || data.from !== customer) return answerAll(others)
  return (await answer(id, data.from, data.conversation_id, JSON.stringify(data.content))) || answerAll(others)
}

/** Reads the feed on, until the bot has escalated. A bot in production stores `after` and never ends. */
const run = async (after: string | undefined): Promise<void> => {
  const { events, next_after } = await parley.events.list(after === undefined ? {} : { after })
  if (await answerAll(events)) return
  if (events.length === 0) await setTimeout(500)
  return run(next_after ?? after)
}

const write = (text: string) =>
  fetch(`${emulatorUrl}/_emulator/inbound`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "whatsapp", from: customer, type: "text", text })
  })
await write("When do you open?")
await write("I want to talk to a person.")
await run(undefined)

const { messages } = await parley.messages.list()
const ours = messages.filter((message) => message.agent?.name === agent.name)
assert.deepEqual(
  ours.map(({ content }) => content["text"]),
  ["One moment, a colleague answers.", "We open at nine."]
)
