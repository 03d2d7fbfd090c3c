/** A frame of server-sent events. Without data it is no event, and only moves the id to resume behind. */
export interface EventFrame {
  readonly id: string | null
  readonly type: string
  readonly data: string | null
}

/** Most characters of a frame that has not ended. */
const maxFrameLength = 10 * 1_024 * 1_024

/** Reads frames from the pieces of a text, as the HTML standard has it (section 9.2.6). */
export class EventFrames {
  /** The last id that a frame has named. */
  lastId: string | null
  /** Milliseconds to wait before the next connection; null until the service names them. */
  retry: number | null = null
  #id: string | null
  #rest = ""
  #type = ""
  #data: Array<string> = []

  constructor(lastId: string | null) {
    this.lastId = this.#id = lastId
  }

  /** Whether a frame is longer than any that the service sends. */
  get isTooLong(): boolean {
    return this.#rest.length + this.#data.reduce((sum, { length }) => sum + length, 0) > maxFrameLength
  }

  /** The frames that end in this piece. */
  take(piece: string): ReadonlyArray<EventFrame> {
    const text = this.#rest + piece
    // The line feed of a carriage return may come with the next piece.
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
