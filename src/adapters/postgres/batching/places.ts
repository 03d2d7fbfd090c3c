/** Returns, for each key, the position of its first occurrence, counted from one. */
export const placesOfFirst = (keys: ReadonlyArray<string>): ReadonlyArray<number> => {
  const positions = new Map<string, number>()
  return keys.map((key, index) => {
    const position = positions.get(key) ?? index + 1
    if (position === index + 1) positions.set(key, position)
    return position
  })
}
