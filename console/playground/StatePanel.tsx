import { type ChangeEvent, useId, useRef, useState } from "react"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { ErrorState } from "../parts/states.tsx"
import { useToast } from "../parts/Toast.tsx"
import { useText } from "../text/useText.ts"
import { useEmulatorAction } from "./useEmulator.ts"

const fileName = "emulator-state.json"

/** Offers a file as a download. */
const download = (file: Blob) => {
  const address = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

/** Export and import of the emulator's whole state. */
export const StatePanel = () => {
  const { common, playground } = useText()
  const { state } = playground
  const toast = useToast()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const exported = useEmulatorAction<void>((client) => client.state().then(download))
  const imported = useEmulatorAction((client, file: Blob) => client.restore(file))
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setChosen(event.target.files?.[0] ?? null)
    imported.reset()
  }
  const close = () => {
    setChosen(null)
    if (chooser.current !== null) chooser.current.value = ""
  }
  const restore = (file: File) => {
    void imported.run(file).then((isDone) => {
      if (!isDone) return
      close()
      toast({ title: state.imported, tone: "success" })
    })
  }
  return (
    <div className="play-stack">
      <p>{state.about}</p>
      <div>
        <Button
          isBusy={exported.isRunning}
          onClick={() => {
            void exported.run().then((isDone) => {
              if (isDone) toast({ title: state.exported, tone: "success" })
            })
          }}
        >
          {state.export}
        </Button>
      </div>
      {exported.failure !== null && <ErrorState failure={exported.failure} />}
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {state.chooseFile}
        </label>
        <input ref={chooser} id={id} className="input" type="file" accept="application/json,.json" onChange={choose} />
        <p className="field-hint">{state.importWarning}</p>
      </div>
      {chosen !== null && (
        <Dialog
          title={state.import}
          description={state.importWarning}
          isOpen
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{common.cancel}</Button>
              <Button tone="danger" isBusy={imported.isRunning} onClick={() => restore(chosen)}>
                {state.import}
              </Button>
            </>
          }
        >
          <p className="play-wrap">
            <bdi>{chosen.name}</bdi>
          </p>
          {imported.failure !== null && <ErrorState failure={imported.failure} />}
        </Dialog>
      )}
    </div>
  )
}
