import { useSession } from "../api/Session.ts"
import { SecretLines } from "../account/SecretLines.tsx"
import { useAccountText } from "../account/accountText.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { ExactTime } from "../parts/Time.tsx"

/** A link that was just made, for a person. `link` is null where the person needs none. */
export interface MadeLink {
  readonly email: string
  readonly link: string | null
  readonly expiresAt: string | null
}

/** Shows a link once, to copy or to send by mail. */
export const LinkDialog = ({ made, onClose }: { readonly made: MadeLink; readonly onClose: () => void }) => {
  const { team: texts } = useAccountText()
  const { organization } = useSession()
  const { email, expiresAt, link } = made
  const footer = (
    <Button tone="primary" onClick={onClose}>
      {texts.done}
    </Button>
  )
  if (link === null) {
    return <Dialog title={texts.invite} description={texts.byAddress(email)} isOpen onClose={onClose} footer={footer} />
  }
  const address = new URL(link, window.location.origin).href
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(
    texts.mailSubject(organization.name)
  )}&body=${encodeURIComponent(address)}`
  return (
    // Only its button closes the dialog, because the link is not shown again.
    <Dialog title={texts.linkTitle} description={texts.linkText(email)} isOpen onClose={() => {}} footer={footer}>
      <SecretLines label={texts.link} lines={[address]} />
      <p className="muted">
        {texts.validUntil} {expiresAt !== null && <ExactTime at={expiresAt} />}
      </p>
      <p>
        <a href={mail}>{texts.mail}</a>
      </p>
    </Dialog>
  )
}
