import { deflateSync, inflateSync } from "node:zlib"
import type { Page } from "playwright-core"

/** Side of the cells whose mean colours are compared, in pixels. */
const cellSize = 8

/** A cell differs if a channel does by more, of 255. Less is the rasterisation of letters on another machine. */
const channelTolerance = 20

/** Share of the cells that may differ, and the cells of a small part. */
const differing = { share: 0.015, cells: 3 }

/** Difference of width and height in pixels that fonts of another machine may make. */
const sizeTolerance = 2

/** Mean colours of a picture in cells, row by row, three bytes each. */
export interface Cells {
  readonly width: number
  readonly height: number
  readonly colours: Uint8Array
}

/** A rectangle of a screenshot in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Cells of parts of a screenshot, computed in a blank page, which has the decoder and no policy. */
export const cellsOf = async (blank: Page, png: Buffer, boxes: ReadonlyArray<Box>): Promise<ReadonlyArray<Cells>> => {
  const found = await blank.evaluate<
    ReadonlyArray<{ width: number; height: number; colours: Array<number> }>
  >(`(async () => {
    const answer = await fetch("data:image/png;base64,${png.toString("base64")}")
    const bitmap = await createImageBitmap(await answer.blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true })
    canvas.drawImage(bitmap, 0, 0)
    return ${JSON.stringify(boxes)}.map((box) => {
      const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round)
      const { data } = canvas.getImageData(x, y, width, height)
      const colours = []
      for (let top = 0; top < height; top += ${cellSize}) {
        for (let left = 0; left < width; left += ${cellSize}) {
          const sums = [0, 0, 0]
          let count = 0
          for (let row = top; row < Math.min(top + ${cellSize}, height); row++) {
            for (let column = left; column < Math.min(left + ${cellSize}, width); column++) {
              for (let channel = 0; channel < 3; channel++) sums[channel] += data[(row * width + column) * 4 + channel]
              count++
            }
          }
          colours.push(...sums.map((sum) => Math.round(sum / count)))
        }
      }
      return { width, height, colours }
    })
  })()`)
  return found.map(({ colours, height, width }) => ({ width, height, colours: Uint8Array.from(colours) }))
}

/** Cells as a text, for a file of expected pictures. */
export const encodeCells = ({ colours, height, width }: Cells): string =>
  `${width} ${height} ${deflateSync(colours, { level: 9 }).toString("base64")}`

export const decodeCells = (text: string): Cells => {
  const [width = "", height = "", colours = ""] = text.split(" ")
  return {
    width: Number(width),
    height: Number(height),
    colours: new Uint8Array(inflateSync(Buffer.from(colours, "base64")))
  }
}

/** The visible difference of two pictures; null if there is none. */
export const differenceOf = (expected: Cells, seen: Cells): string | null => {
  const sizes = [expected, seen].map(({ height, width }) => `${width} × ${height}`)
  if (
    Math.abs(expected.width - seen.width) > sizeTolerance ||
    Math.abs(expected.height - seen.height) > sizeTolerance
  ) {
    return `${sizes[1]} px instead of ${sizes[0]} px`
  }
  const columns = (cells: Cells) => Math.ceil(cells.width / cellSize)
  const rows = (cells: Cells) => Math.ceil(cells.height / cellSize)
  const [width, height] = [Math.min(columns(expected), columns(seen)), Math.min(rows(expected), rows(seen))]
  let count = 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const differs = [0, 1, 2].some((channel) => {
        const one = expected.colours[(row * columns(expected) + column) * 3 + channel] ?? 0
        const other = seen.colours[(row * columns(seen) + column) * 3 + channel] ?? 0
        return Math.abs(one - other) > channelTolerance
      })
      if (differs) count++
    }
  }
  const share = count / (width * height)
  return share > differing.share && count > differing.cells ? `${(share * 100).toFixed(1)} % of its cells differ` : null
}
