import type { InLine, Line } from "./Line.ts"

/** The place of something in a line, for what has none of its own. */
export class Place<T> implements InLine<Place<T>> {
  line: Line<Place<T>> | null = null
  before: Place<T> | null = null
  after: Place<T> | null = null
  readonly of: T

  constructor(of: T) {
    this.of = of
  }
}
