import { correction, generate } from "lean-qr"

/** Light modules around the code (ISO 18004). */
const margin = 4

/** A text as a QR code. Each dark module is a square of a path, so that no style or image is needed. */
export const QrCode = ({ label, text }: { readonly text: string; readonly label: string }) => {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const places = Array.from({ length: code.size }, (_, index) => index)
  const path = places.flatMap((y) => places.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`)).join("")
  const size = code.size + 2 * margin
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`${-margin} ${-margin} ${size} ${size}`}>
      <rect x={-margin} y={-margin} width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
