import { useEffect, useRef, useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useText } from "../../text/useText.ts"
import type { OutgoingContent } from "../compose/Outgoing.ts"
import { useUpload } from "../compose/useUpload.ts"
import type { VoiceType } from "./voiceType.ts"

/** Minutes and seconds of a recording. */
const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** Records a voice message at once, and sends or discards it. */
const VoiceRecorder = ({
  onClose,
  onSend,
  type
}: {
  readonly type: VoiceType
  readonly onClose: () => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { composer } = useText().inbox.thread
  const failureText = useFailureText()
  const [state, setState] = useState<"starting" | "recording" | "denied">("starting")
  const [seconds, setSeconds] = useState(0)
  const recorder = useRef<MediaRecorder | null>(null)
  const [uploading, upload] = useUpload()

  useEffect(() => {
    const left = new AbortController()
    let stream: MediaStream | null = null
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      (opened) => {
        stream = opened
        if (left.signal.aborted) return stop()
        recorder.current = new MediaRecorder(opened, { mimeType: type.recorder })
        recorder.current.start()
        setState("recording")
      },
      () => setState("denied")
    )
    return () => {
      left.abort()
      if (recorder.current?.state === "recording") recorder.current.stop()
      stop()
    }
  }, [type])
  useEffect(() => {
    if (state !== "recording") return
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [state])

  const sendFile = async (data: Blob) => {
    const name = `voice.${type.ending}`
    const mediaId = await upload(new File([data], name, { type: type.type }))
    if (mediaId === null) return
    onSend({ kind: "audio", url: "", upload: { mediaId, name }, caption: "", filename: "" })
    onClose()
  }
  const send = () => {
    const running = recorder.current
    if (running === null || running.state !== "recording") return
    running.addEventListener("dataavailable", ({ data }) => void sendFile(data), { once: true })
    running.stop()
  }
  return (
    <div className="voice" role="group" aria-label={composer.voice}>
      {state === "denied" ? (
        <p className="field-error" role="alert">
          {composer.noMicrophone}
        </p>
      ) : (
        <p className="voice-time" role="timer">
          <span className="voice-mark" aria-hidden />
          {composer.recording(clockOf(seconds))}
        </p>
      )}
      {uploading.state === "failed" && (
        <p className="field-error" role="alert">
          {composer.notUploaded} {failureText(uploading.failure)}
        </p>
      )}
      <span className="actions">
        <Button tone="quiet" aria-label={composer.stopRecording} title={composer.stopRecording} onClick={onClose}>
          <Icon name="close" />
        </Button>
        <Button
          tone="primary"
          disabled={state !== "recording"}
          isBusy={uploading.state === "running"}
          aria-label={composer.sendRecording}
          title={composer.sendRecording}
          onClick={send}
        >
          <Icon name="send" />
        </Button>
      </span>
    </div>
  )
}

export default VoiceRecorder
