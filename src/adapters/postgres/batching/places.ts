/** Of each key, counted from one: where the first of its kind stands. */
export const placesOfFirst = (keys: ReadonlyArray<string>): ReadonlyArray<number> => {
  const places = new Map<string, number>()
  return keys.map((key, index) => {
    const place = places.get(key) ?? index + 1
    if (place === index + 1) places.set(key, place)
    return place
  })
}
