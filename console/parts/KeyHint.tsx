/** A key of the keyboard. */
export const KeyHint = ({ name }: { readonly name: string }) => <kbd className="key">{name}</kbd>
