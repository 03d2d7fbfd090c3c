import type { ComponentType } from "react"
import { PageHeader } from "../parts/page/PageHeader.tsx"
import { useText } from "../text/useText.ts"
import { controlSamples } from "./controlSamples.tsx"
import { dataSamples } from "./dataSamples.tsx"
import "./gallery.css"
import { overlaySamples } from "./overlaySamples.tsx"
import { stateSamples } from "./stateSamples.tsx"

/** Samples of parts by their names. The names are those of the files. */
export type Samples = Readonly<Record<string, ComponentType>>

const all: Samples = { ...controlSamples, ...dataSamples, ...stateSamples, ...overlaySamples }

/** All parts in all states, for developers of the console. `test/browser/gallery.test.ts` compares their pictures. */
const Gallery = () => {
  const { common } = useText()
  return (
    <div className="page gallery">
      <PageHeader title={common.sections.gallery} />
      {Object.entries(all).map(([name, Sample]) => (
        <section key={name} className="gallery-sample" data-part={name}>
          <h2 className="gallery-name">{name}</h2>
          <Sample />
        </section>
      ))}
    </div>
  )
}

export default Gallery
