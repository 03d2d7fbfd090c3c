/** Somebody who stands in at most one line at a time. */
export interface InLine<T extends InLine<T>> {
  line: Line<T> | null
  before: T | null
  after: T | null
}

/** First in, first out; whoever stands in it can leave from anywhere. Nothing is allocated, and nothing is searched. */
export class Line<T extends InLine<T>> {
  size = 0
  first: T | null = null
  #last: T | null = null

  push(one: T): void {
    one.line = this
    one.before = this.#last
    if (this.#last === null) this.first = one
    else this.#last.after = one
    this.#last = one
    this.size += 1
  }

  shift(): T | null {
    const { first } = this
    if (first !== null) this.remove(first)
    return first
  }

  remove(one: T): void {
    if (one.line !== this) return
    if (one.before === null) this.first = one.after
    else one.before.after = one.after
    if (one.after === null) this.#last = one.before
    else one.after.before = one.before
    one.line = null
    one.before = null
    one.after = null
    this.size -= 1
  }
}
