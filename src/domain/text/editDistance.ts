/** The number of insertions, deletions, replacements and swaps of neighbours that turn one text into another. */
export const editDistance = (one: string, other: string): number => {
  const rows: Array<ReadonlyArray<number>> = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const [above = [], beforeAbove = []] = [rows[row - 1], rows[row - 2]]
    const cells = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      cells.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (cells[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? (beforeAbove[column - 2] ?? 0) + 1 : Infinity
        )
      )
    }
    rows.push(cells)
  }
  return rows[one.length]?.[other.length] ?? 0
}
