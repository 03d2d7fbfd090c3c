import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { fileLimits } from "../../../src/domain/media/fileLimits.ts"

/** Formats that browsers record, the preferred one first: type for the recorder, type of the file, ending of its name. */
const formats = [
  { recorder: "audio/ogg;codecs=opus", type: "audio/ogg", ending: "ogg" },
  { recorder: "audio/mp4;codecs=mp4a.40.2", type: "audio/mp4", ending: "m4a" },
  { recorder: "audio/aac", type: "audio/aac", ending: "aac" },
  { recorder: "audio/wav", type: "audio/wav", ending: "wav" }
] as const

export type VoiceType = (typeof formats)[number]

/** The format in which this browser can record a voice message for the channel; null without one. */
export const voiceType = (channel: Channel, isSupported: (type: string) => boolean): VoiceType | null =>
  formats.find(({ recorder, type }) => fileLimits[channel].audio.mimeTypes.includes(type) && isSupported(recorder)) ??
  null
