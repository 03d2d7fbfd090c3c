/** A frame of server-sent events. A frame without data is not an event; it only updates the last id. */
export interface EventFrame {
  readonly id: string | null
  readonly type: string
  readonly data: string | null
}

/** Maximum characters of an incomplete frame. */
const maxFrameLength = 10 * 1_024 * 1_024

/** Parses frames from chunks of text (HTML standard, section 9.2.6). */
export class EventFrames {
  /** Last id of a frame. */
  lastId: string | null
  /** Milliseconds before the next connection; null until the service sends them. */
  retry: number | null = null
  #id: string | null
  #rest = ""
  #type = ""
  #data: Array<string> = []

  constructor(lastId: string | null) {
    this.lastId = this.#id = lastId
  }

  /** Whether an incomplete frame exceeds the maximum length. */
  get isTooLong(): boolean {
    return this.#rest.length + this.#data.reduce((sum, { length }) => sum + length, 0) > maxFrameLength
  }

  /** Returns the frames that end in this chunk. */
  take(chunk: string): ReadonlyArray<EventFrame> {
    const text = this.#rest + chunk
    // The line feed after a carriage return may arrive with the next chunk.
    const end = text.endsWith("\r") ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\r|\n/)
    this.#rest = (lines.pop() ?? "") + text.slice(end)
    return lines.flatMap((line) => (line === "" ? [this.#ended()] : this.#field(line)))
  }

  #field(line: string): ReadonlyArray<EventFrame> {
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === "data") this.#data.push(value)
    if (name === "event") this.#type = value
    if (name === "id" && !value.includes("\0")) this.#id = value
    if (name === "retry" && /^\d+$/.test(value)) this.retry = Number(value)
    return []
  }

  #ended(): EventFrame {
    const data = this.#data.length === 0 ? null : this.#data.join("\n")
    const frame = { id: this.#id, type: this.#type === "" ? "message" : this.#type, data }
    this.lastId = this.#id
    this.#type = ""
    this.#data = []
    return frame
  }
}
