/** A member of at most one queue at a time. */
export interface Linked<T extends Linked<T>> {
  queue: LinkedQueue<T> | null
  before: T | null
  after: T | null
}

/** A FIFO queue as a doubly linked list: any member can be removed without a search. */
export class LinkedQueue<T extends Linked<T>> {
  size = 0
  first: T | null = null
  #last: T | null = null

  push(one: T): void {
    one.queue = this
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
    if (one.queue !== this) return
    if (one.before === null) this.first = one.after
    else one.before.after = one.after
    if (one.after === null) this.#last = one.before
    else one.after.before = one.before
    one.queue = null
    one.before = null
    one.after = null
    this.size -= 1
  }
}

/** The node of a queue for a value that is not linked itself. */
export class QueueNode<T> implements Linked<QueueNode<T>> {
  queue: LinkedQueue<QueueNode<T>> | null = null
  before: QueueNode<T> | null = null
  after: QueueNode<T> | null = null
  readonly of: T

  constructor(of: T) {
    this.of = of
  }
}
