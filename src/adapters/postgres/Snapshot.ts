/**
 * What a snapshot of Postgres shows, by its text (`pg_snapshot`: `xmin:xmax:xip,…`): transactions below `xmin` are over;
 * so are those below `xmax` that are not in the list. Their numbers are far from the largest that a double counts to.
 */
export class Snapshot {
  readonly text: string
  readonly #xmin: number
  readonly #xmax: number
  readonly #underWay: ReadonlySet<number>

  constructor(text: string) {
    const [xmin = "", xmax = "", underWay = ""] = text.split(":")
    this.text = text
    this.#xmin = Number(xmin)
    this.#xmax = Number(xmax)
    this.#underWay = new Set(underWay === "" ? [] : underWay.split(",").map(Number))
  }

  /** Whether it shows what the transaction, which is over, has done. */
  shows(transaction: string): boolean {
    const number = Number(transaction)
    return number < this.#xmin || (number < this.#xmax && !this.#underWay.has(number))
  }
}
