/** How parts of a line are set off from each other. */
export interface ListenPalette {
  readonly title: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly doubtful: (text: string) => string
  readonly faint: (text: string) => string
}

const asItIs = (text: string) => text

/** Without colours, for files, pipes and `NO_COLOR`. */
export const plain: ListenPalette = { title: asItIs, good: asItIs, bad: asItIs, doubtful: asItIs, faint: asItIs }

const styled = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`

/** For a terminal: bold, green, red, yellow, dim. */
export const colored: ListenPalette = {
  title: styled(1),
  good: styled(32),
  bad: styled(31),
  doubtful: styled(33),
  faint: styled(2)
}
