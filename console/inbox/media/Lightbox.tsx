import { Dialog as Base } from "@base-ui/react/dialog"
import { useText } from "../../text/useText.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Loading } from "../../parts/states.tsx"
import { openLightbox } from "./lightboxState.ts"
import { useFile } from "./MediaFile.tsx"

const Picture = ({ mediaId }: { readonly mediaId: string }) => {
  const { common, inbox } = useText()
  const { lightbox } = inbox.thread
  const [fetched, retry] = useFile(mediaId, true)
  if (fetched.state === "failed") {
    return (
      <button type="button" className="button" onClick={retry}>
        {common.retry}
      </button>
    )
  }
  if (fetched.state !== "ready") return <Loading />
  return (
    <>
      <img className="lightbox-image" src={fetched.url} alt={inbox.openFile.image} />
      <a className="button lightbox-download" href={fetched.url} download="image">
        {lightbox.download}
      </a>
    </>
  )
}

/** Images of the loaded messages over the page, one at a time. Arrow keys lead to the next one, and Escape closes. */
const Lightbox = ({ images, mediaId }: { readonly images: ReadonlyArray<string>; readonly mediaId: string }) => {
  const { common, inbox } = useText()
  const { lightbox } = inbox.thread
  const at = images.indexOf(mediaId)
  const step = (by: number) => {
    const next = images[at + by]
    if (next !== undefined) openLightbox(next)
  }
  const isRightToLeft = document.documentElement.dir === "rtl"
  return (
    <Base.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) openLightbox(null)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          className="lightbox"
          onKeyDown={({ key }) => {
            if (key === "ArrowRight") step(isRightToLeft ? -1 : 1)
            else if (key === "ArrowLeft") step(isRightToLeft ? 1 : -1)
          }}
        >
          <header className="lightbox-head">
            <Base.Title className="lightbox-title">{lightbox.title}</Base.Title>
            <span aria-live="polite">{images.length > 1 && lightbox.of(at + 1, images.length)}</span>
            <Base.Close className="button button-quiet" aria-label={common.close}>
              <Icon name="close" />
            </Base.Close>
          </header>
          <div className="lightbox-body">
            <Picture key={mediaId} mediaId={mediaId} />
          </div>
          {images.length > 1 && (
            <footer className="lightbox-foot">
              <button
                type="button"
                className="button"
                disabled={at <= 0}
                aria-label={lightbox.previous}
                onClick={() => step(-1)}
              >
                <Icon name="collapse" />
              </button>
              <button
                type="button"
                className="button"
                disabled={at === images.length - 1}
                aria-label={lightbox.next}
                onClick={() => step(1)}
              >
                <Icon name="expand" />
              </button>
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export default Lightbox
