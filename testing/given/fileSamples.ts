/** The bytes of a text with one byte per character, so that files can be written as text. */
const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The beginning of a file of each type, as programs write it. */
export const fileSamples = {
  jpeg: bytes("\xff\xd8\xff\xe0\x00\x10JFIF\x00"),
  png: bytes("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
  gif: bytes("GIF89a\x01\x00\x01\x00"),
  pdf: bytes("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"),
  mp4: bytes("\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41"),
  m4a: bytes("\x00\x00\x00\x20ftypM4A \x00\x00\x02\x00"),
  threeGp: bytes("\x00\x00\x00\x18ftyp3gp4\x00\x00\x00\x00"),
  mov: bytes("\x00\x00\x00\x14ftypqt  \x00\x00\x02\x00"),
  webm: bytes("\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01"),
  avi: bytes("RIFF\x24\x00\x00\x00AVI LIST"),
  wav: bytes("RIFF\x24\x00\x00\x00WAVEfmt "),
  webp: bytes("RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00"),
  animatedWebp: bytes("RIFF\x24\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00"),
  ogg: bytes("OggS\x00\x02\x00\x00OpusHead"),
  amr: bytes("#!AMR\n\x3c"),
  aac: bytes("\xff\xf1\x50\x80\x02\x1f\xfc"),
  mp3: bytes("\xff\xfb\x90\x64\x00"),
  taggedMp3: bytes("ID3\x04\x00\x00\x00\x00\x00\x23"),
  zip: bytes("PK\x03\x04\x14\x00\x06\x00\x08\x00[Content_Types].xml"),
  ole: bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00"),
  text: new TextEncoder().encode("Guten Tag, schöne Grüße"),
  program: bytes("\x7fELF\x02\x01\x01\x00\x00"),
  page: bytes("<!doctype html><script>alert(1)</script>")
} as const

/** This number of bytes that begin like the sample. */
export const sampleOf = (sample: Uint8Array, size: number): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(size)
  whole.set(sample.subarray(0, size))
  return whole
}
