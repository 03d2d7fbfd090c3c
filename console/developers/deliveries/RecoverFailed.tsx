import { useState } from "react"
import { useAction } from "../../api/useAction.ts"
import { Select } from "../../parts/Select.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { sinceOf, type Span } from "../parts/filters.ts"
import { deliveriesQuery } from "../queries.ts"

const choices: ReadonlyArray<Span> = ["1h", "24h", "7d", "30d"]

/** Replays all failed deliveries since a time. */
export const RecoverFailed = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { deliveries, filters } = useText().developers
  const [span, setSpan] = useState<Span>("24h")
  const toast = useToast()
  const recover = useAction((parley, since: string) => parley.deliveries.replayRange({ since, status: "failed" }))
  const run = async () => {
    const outcome = await recover.run(sinceOf(span, Date.now()) ?? "")
    if ("failure" in outcome) return
    toast({ title: deliveries.recovered(outcome.value.replayed), tone: "success" })
    deliveriesQuery.reload()
    onClose()
  }
  return (
    <Confirm
      title={deliveries.recoverTitle}
      text={deliveries.recoverText}
      label={deliveries.recover}
      tone="primary"
      isOpen={isOpen}
      isBusy={recover.isRunning}
      failure={recover.failure}
      onConfirm={() => void run()}
      onClose={() => {
        recover.reset()
        onClose()
      }}
    >
      <Select
        label={deliveries.recoverSince}
        value={span}
        options={choices.map((value) => ({ value, label: filters.spans[value] }))}
        onChange={setSpan}
      />
    </Confirm>
  )
}
