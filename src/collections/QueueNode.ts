import type { Linked, LinkedQueue } from "./LinkedQueue.ts"

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
