import { useState } from "react"
import { useSession } from "../api/Session.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Table } from "../parts/Table.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { codesLeftOf, type Factor, recoveryCodesOf } from "./account.ts"
import { useAccountText } from "./accountText.ts"
import { ConfirmByCode } from "./ConfirmByCode.tsx"
import { EnrolFactor } from "./EnrolFactor.tsx"
import { SecretLines } from "./SecretLines.tsx"
import { useAccountValue } from "./useAccountCall.ts"

/** A change that a code of a device permits. */
type Change =
  | { readonly kind: "remove"; readonly factor: Factor }
  | { readonly kind: "codes" }
  | { readonly kind: "add" }

const CodesLeft = () => {
  const { factors: texts } = useAccountText()
  const [loaded] = useAccountValue("/recovery-codes", codesLeftOf)
  return loaded.state === "ready" ? <p className="muted">{texts.codesLeft(loaded.value)}</p> : null
}

/** Second factors of the user, and their recovery codes. Every change of present ones asks for a code first. */
export const Factors = ({
  factors,
  onChanged
}: {
  readonly factors: ReadonlyArray<Factor>
  readonly onChanged: () => void
}) => {
  const { factors: texts } = useAccountText()
  const { tokens } = useSession()
  const [change, setChange] = useState<Change | null>(null)
  const [isEnrolling, setEnrolling] = useState(false)
  const [codes, setCodes] = useState<ReadonlyArray<string> | null>(null)
  const [first] = factors
  const confirmed = async (kind: Change) => {
    if (kind.kind === "remove") await tokens.call("DELETE", `/factors/${kind.factor.id}`)
    if (kind.kind === "add") setEnrolling(true)
    if (kind.kind === "codes") {
      const answered = await tokens.call("POST", "/recovery-codes", {})
      if ("answer" in answered) setCodes(recoveryCodesOf(answered.answer))
    }
    setChange(null)
    onChanged()
  }
  return (
    <>
      <p className="muted">{factors.length === 0 ? texts.off : texts.on}</p>
      {factors.length > 0 && (
        <>
          <Table
            caption={texts.title}
            rows={factors}
            keyOf={({ id }) => id}
            columns={[
              { id: "name", label: texts.device, cell: ({ name }) => <bdi>{name || texts.unnamed}</bdi> },
              { id: "created", label: texts.added, cell: ({ createdAt }) => <ExactTime at={createdAt} /> },
              {
                id: "remove",
                label: <span className="visually-hidden">{texts.remove}</span>,
                cell: (factor) => (
                  <Button
                    tone="danger"
                    aria-label={`${texts.remove}: ${factor.name || texts.unnamed}`}
                    onClick={() => setChange({ kind: "remove", factor })}
                  >
                    {texts.remove}
                  </Button>
                )
              }
            ]}
          />
          <CodesLeft />
        </>
      )}
      <div className="page-buttons">
        <Button onClick={() => (first === undefined ? setEnrolling(true) : setChange({ kind: "add" }))}>
          {texts.add}
        </Button>
        {first !== undefined && <Button onClick={() => setChange({ kind: "codes" })}>{texts.newCodes}</Button>}
      </div>
      {change !== null && first !== undefined && (
        <ConfirmByCode
          title={texts.changes[change.kind]}
          isDanger={change.kind === "remove"}
          factorId={first.id}
          onClose={() => setChange(null)}
          onConfirmed={() => confirmed(change)}
        />
      )}
      {isEnrolling && (
        <EnrolFactor
          onClose={() => setEnrolling(false)}
          onEnrolled={(recoveryCodes) => {
            setEnrolling(false)
            if (recoveryCodes.length > 0) setCodes(recoveryCodes)
            onChanged()
          }}
        />
      )}
      <Dialog
        title={texts.codesTitle}
        description={texts.codesText}
        isOpen={codes !== null}
        // Only its button closes the dialog, because the codes are not shown again.
        onClose={() => {}}
        footer={
          <Button tone="primary" onClick={() => setCodes(null)}>
            {texts.codesStored}
          </Button>
        }
      >
        <SecretLines label={texts.codesTitle} lines={codes ?? []} />
      </Dialog>
    </>
  )
}
