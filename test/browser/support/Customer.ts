import { randomInt } from "node:crypto"

export type Channel = "whatsapp" | "messenger" | "instagram"

/** An action of a person, in the emulator's words, without who does it and where. */
export type Action = Readonly<Record<string, unknown>> & { readonly type: string }

/** How many customers have had a name: a journey that begins once more must not open the conversation of its first try. */
const named = new Map<string, number>()

const unlikeOthers = (name: string): string => {
  const times = (named.get(name) ?? 0) + 1
  named.set(name, times)
  return times === 1 ? name : `${name} ${times}`
}

/** A person who writes to the business, on the emulator. */
export class Customer {
  readonly channel: Channel
  readonly name: string
  /** The phone number, or the platform's id of the person. */
  readonly from: string
  readonly #emulatorUrl: string

  constructor(emulatorUrl: string, name: string, channel: Channel = "whatsapp") {
    this.#emulatorUrl = emulatorUrl
    this.name = unlikeOthers(name)
    this.channel = channel
    this.from = channel === "whatsapp" ? `1555${randomInt(1_000_000, 9_999_999)}` : String(randomInt(1e12, 9e12))
  }

  /** Gives the id of the message, if the action has one. */
  async does(action: Action): Promise<string | null> {
    const response = await fetch(`${this.#emulatorUrl}/_emulator/inbound`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: this.channel, from: this.from, name: this.name, ...action })
    })
    const answer = (await response.json()) as { messageId?: string | null; error?: string }
    if (!response.ok) throw new Error(`the emulator refused ${action.type}: ${answer.error}`)
    return answer.messageId ?? null
  }

  writes(text: string, more: Readonly<Record<string, unknown>> = {}): Promise<string | null> {
    return this.does({ ...more, type: "text", text })
  }
}
