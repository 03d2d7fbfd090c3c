import type { Page } from "playwright-core"

/** Samples of a tone in a second. */
const rate = 8_000

/** A quarter of a second of a tone, as a file that every browser plays. */
export const tone = (): Buffer => {
  const samples = rate / 4
  const file = Buffer.alloc(44 + samples)
  file.write("RIFF", 0)
  file.writeUInt32LE(36 + samples, 4)
  file.write("WAVEfmt ", 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write("data", 36)
  file.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at++) file[44 + at] = 128 + Math.round(100 * Math.sin((at * 440 * 2 * Math.PI) / rate))
  return file
}

/** A short film that the browser itself records from a canvas. */
export const recording = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate<string>(`new Promise((resolve) => {
    const canvas = document.createElement("canvas")
    canvas.width = canvas.height = 64
    const context = canvas.getContext("2d")
    let frame = 0
    const painting = setInterval(() => {
      context.fillStyle = frame++ % 2 === 0 ? "#2563eb" : "#facc15"
      context.fillRect(0, 0, 64, 64)
    }, 40)
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm" })
    const parts = []
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data))
    recorder.addEventListener("stop", () => {
      clearInterval(painting)
      const reader = new FileReader()
      reader.addEventListener("load", () => resolve(String(reader.result).replace(/^.*base64,/, "")))
      reader.readAsDataURL(new Blob(parts))
    })
    recorder.start()
    setTimeout(() => recorder.stop(), 500)
  })`)
  return Buffer.from(base64, "base64")
}
