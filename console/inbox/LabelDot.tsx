/** The colour of a label. Screen readers skip it. */
export const LabelDot = ({ color }: { readonly color: string }) => (
  <svg className="label-dot" viewBox="0 0 8 8" aria-hidden>
    <circle cx="4" cy="4" r="4" fill={color} />
  </svg>
)
