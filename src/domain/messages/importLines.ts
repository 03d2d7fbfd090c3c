import { Option } from "effect"
import { maxImportLineBytes } from "./PastMessage.ts"

/** A line of a file: its number, 1 for the first, and its text; null if it is too long or no UTF-8. */
export interface ImportLine {
  readonly line: number
  readonly text: string | null
}

const newline = 0x0a

const decoder = new TextDecoder("utf-8", { fatal: true })
const decode = Option.liftThrowable((bytes: Uint8Array) => decoder.decode(bytes))
const textIn = (bytes: Uint8Array): string | null => Option.getOrNull(decode(bytes))

/** Splits bytes into lines of bounded length, for chunks of any size. Empty lines are skipped, and counted. */
export class LineReader {
  #parts: Array<Uint8Array> = []
  #length = 0
  #lines = 0

  /** Complete lines so far, with the empty ones. */
  get lines(): number {
    return this.#lines
  }

  #add(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#length <= maxImportLineBytes) this.#parts.push(bytes)
    else this.#parts = []
  }

  #finish(): ReadonlyArray<ImportLine> {
    this.#lines += 1
    const isTooLong = this.#length > maxImportLineBytes
    const bytes = new Uint8Array(isTooLong ? 0 : this.#length)
    let offset = 0
    for (const part of this.#parts) {
      bytes.set(part, offset)
      offset += part.length
    }
    this.#parts = []
    this.#length = 0
    const text = isTooLong ? null : textIn(bytes)
    return text !== null && text.trim() === "" ? [] : [{ line: this.#lines, text }]
  }

  /** The lines that end in the chunk. */
  push(chunk: Uint8Array): ReadonlyArray<ImportLine> {
    const lines: Array<ImportLine> = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end))
      lines.push(...this.#finish())
      start = end + 1
    }
    this.#add(chunk.subarray(start))
    return lines
  }

  /** The last line, if no newline ends it. */
  end(): ReadonlyArray<ImportLine> {
    return this.#length === 0 ? [] : this.#finish()
  }
}
